import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useAuth } from '#web/session/auth.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { setViewers } from '#web/orders/viewers/viewers.ts'
import { affectedQueries } from './affected-queries.ts'
import { changesIn, unknownChanges, addChanges, hasChanges, noChanges, type Changes } from './changes.ts'
import css from './live.module.css'
import { openSharedStream } from './shared-stream.ts'

/** ms; the stream replays at least this long before its start. */
const streamLooksBack = 4000
/** ms without a stream before the page shows a warning. */
const oldAfter = 15_000
/** ms between two refetches without a stream, as behind a proxy that holds it back. */
const askEvery = 30_000

/** Follows changes during the session; warns after a long interruption. */
export function FollowChanges() {
  const client = useQueryClient()
  const { storedUser } = useAuth()
  const sessionId = storedUser?.sessionId
  const [isUp, setIsUp] = useState(true)
  const [isOld, setIsOld] = useState(false)
  const refresher = useRef<ReturnType<typeof createRefresher>>(null)

  useEffect(() => {
    if (sessionId === undefined) return undefined
    const following = new AbortController()
    const current = createRefresher(client)
    refresher.current = current
    let hasBegun = false
    openSharedStream(
      sessionId,
      {
        onMessage(message) {
          current.add(changesIn(message))
          if (message.viewers) setViewers(client, message.viewers)
        },
        onStatus(status) {
          setIsUp(status)
          if (!status || hasBegun) return
          hasBegun = true
          const isOlder = affectedQueries(client, unknownChanges).some(
            ({ state }) => state.data !== undefined && state.dataUpdatedAt < Date.now() - streamLooksBack,
          )
          if (isOlder) current.add(unknownChanges)
        },
      },
      following.signal,
    )
    return () => {
      following.abort()
      current.stop()
    }
  }, [client, sessionId])

  if (isUp && isOld) setIsOld(false)
  useEffect(() => {
    if (isUp) return undefined
    const timer = setTimeout(() => setIsOld(true), oldAfter)
    return () => clearTimeout(timer)
  }, [isUp])
  useEffect(() => {
    if (!isOld) return undefined
    const timer = setInterval(() => refresher.current?.add(unknownChanges), askEvery)
    return () => clearInterval(timer)
  }, [isOld])

  return (
    <output>
      {isOld && (
        <button
          type="button"
          className={`row gap-6 nowrap warning small ${css.old}`}
          title="Changes by others appear every 30 seconds now, not at once."
          onClick={() => refresher.current?.add(unknownChanges)}
        >
          <Icon name="refresh" />
          <span className={css.text}>May be out of date – refresh</span>
        </button>
      )}
    </output>
  )
}

/** ms between two refetches. */
const refreshEvery = 1000
/** ms before this page's own changes are refetched, for a colleague's change at the same moment. */
const ownAfter = 5000

async function refetch(client: QueryClient, changes: Changes): Promise<void> {
  await Promise.all(
    affectedQueries(client, changes).map(({ queryKey, meta }) =>
      client.invalidateQueries({
        queryKey,
        exact: true,
        // Refetched rows would move under the reader; `useOrderRows` shows a notice.
        refetchType: meta?.isScrolled && changes.moved.size > 0 ? 'none' : 'active',
      }),
    ),
  )
}

/**
 * Refetches the visible data of changed orders: at most once a second, only while the page is visible, and not during a
 * mutation, which removes its rows before the response. Hidden data is refetched when it is shown.
 */
function createRefresher(client: QueryClient) {
  const own = watchOwnChanges(client)
  let pending: Changes = noChanges
  /** ms since 1970. */
  let dueAt = 0
  let isRefreshing = false
  let lastAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run() {
    const changes = pending
    pending = noChanges
    lastAt = Date.now()
    isRefreshing = true
    // The query client shows a failure.
    await refetch(client, changes).finally(() => (isRefreshing = false))
    schedule()
  }

  function schedule() {
    clearTimeout(timer)
    if (document.hidden || isRefreshing || client.isMutating() > 0 || !hasChanges(pending)) return
    timer = setTimeout(() => void run(), Math.max(0, dueAt - Date.now(), lastAt + refreshEvery - Date.now()))
  }

  const stopWatching = client.getMutationCache().subscribe(schedule)
  document.addEventListener('visibilitychange', schedule)

  return {
    add(changes: Changes) {
      if (!hasChanges(changes)) return
      const at = Date.now() + (own.take(changes) ? ownAfter : 0)
      dueAt = hasChanges(pending) ? Math.min(dueAt, at) : at
      pending = addChanges(pending, changes)
      schedule()
    },
    stop() {
      clearTimeout(timer)
      stopWatching()
      own.stop()
      document.removeEventListener('visibilitychange', schedule)
    },
  }
}

/** ms between a call's response and the message about its change. */
const noticedWithin = 3000

const orderCall = z.object({ body: z.object({ orderId: z.union([z.number(), z.array(z.number())]) }) })

/** Orders that this page has just changed and refetched itself. */
function watchOwnChanges(client: QueryClient) {
  const notedAt = new Map<number, number>()
  const stop = client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const call = z.safeParse(orderCall, event.mutation.state.variables)
    if (!call.success) return
    for (const orderId of [call.data.body.orderId].flat()) notedAt.set(orderId, Date.now())
  })

  return {
    /** Whether the changes are all this page's own. Each is matched once, so that a colleague's next change counts. */
    take({ moved, changed, isUnknown }: Changes): boolean {
      const ids = [...moved, ...changed]
      const areOwn =
        !isUnknown && ids.every((id) => Date.now() - (notedAt.get(id) ?? -Infinity) < noticedWithin)
      for (const id of ids) notedAt.delete(id)
      return areOwn
    },
    stop,
  }
}
