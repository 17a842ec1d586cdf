import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAuth } from '#web/session/auth.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { setViewers } from '#web/orders/viewers/viewers.ts'
import { affectedQueries } from './affected-queries.ts'
import { changesIn, unknownChanges } from './changes.ts'
import css from './live.module.css'
import { createRefresher } from './refresh-changes.ts'
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
