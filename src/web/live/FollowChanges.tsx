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

/** ms; a stream begins this long before it is asked for, at the least. */
const streamLooksBack = 4000
/** ms without a stream, after which the page says so. */
const oldAfter = 15_000

/** Follows the changes for as long as the session is on the page; says so when that has failed for long. */
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

  return (
    <output>
      {isOld && (
        <button
          type="button"
          className={`row gap-6 nowrap warning small ${css.old}`}
          title="Changes by others do not appear by themselves now."
          onClick={() => refresher.current?.add(unknownChanges)}
        >
          <Icon name="refresh" />
          <span className={css.text}>May be old – refresh</span>
        </button>
      )}
    </output>
  )
}

/** ms between two refreshes. */
const refreshEvery = 1000
/** ms after which what this page did itself is looked at again: a colleague may have done something at the same moment. */
const ownAfter = 5000

async function refetch(client: QueryClient, changes: Changes): Promise<void> {
  await Promise.all(
    affectedQueries(client, changes).map(({ queryKey, meta }) =>
      client.invalidateQueries({
        queryKey,
        exact: true,
        // Rows that one scrolls through would move: the page says that there are others (`useOrderRows`).
        refetchType: meta?.isScrolled && changes.moved.size > 0 ? 'none' : 'active',
      }),
    ),
  )
}

/**
 * Fetches again what the page shows of orders that have changed: once a second at most, when the page is seen, and not
 * while a call of its own is under way, which takes its rows away before the answer. What is not shown is fetched when
 * it is.
 */
function createRefresher(client: QueryClient) {
  const own = watchOwnChanges(client)
  let pending: Changes = noChanges
  /** ms since 1970: when what is pending may be refreshed. */
  let dueAt = 0
  let isRefreshing = false
  let lastAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  async function run() {
    const changes = pending
    pending = noChanges
    lastAt = Date.now()
    isRefreshing = true
    // A failure is shown as that of any read.
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

/** ms between an answer and the message of what it did. */
const noticedWithin = 3000

const orderCall = z.object({ body: z.object({ orderId: z.union([z.number(), z.array(z.number())]) }) })

/** The orders that this page has just changed itself, and fetched again since. */
function watchOwnChanges(client: QueryClient) {
  const notedAt = new Map<number, number>()
  const stop = client.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const call = z.safeParse(orderCall, event.mutation.state.variables)
    if (!call.success) return
    for (const orderId of [call.data.body.orderId].flat()) notedAt.set(orderId, Date.now())
  })

  return {
    /** Whether nothing but those is named; each is once, so that what a colleague does next is noticed. */
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
