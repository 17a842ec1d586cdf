import type { QueryClient } from '@tanstack/react-query'
import { affectedQueries } from './affected-queries.ts'
import { addChanges, hasChanges, noChanges, type Changes } from './changes.ts'
import { watchOwnChanges } from './own-changes.ts'

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
export function createRefresher(client: QueryClient) {
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
