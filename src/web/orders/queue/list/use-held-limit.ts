import { useState } from 'react'

interface HeldLimit {
  listKey: string
  limit: number
  /** Another count than that of this moment takes its place. */
  renewAfter?: number | undefined
}

/**
 * How many rows All asks for: the total when the list was opened or refreshed. It stays while others work on the list,
 * so that the rows keep their places. `total` was counted `at`, in ms.
 */
export function useHeldLimit(listKey: string, total: number | undefined, at: number) {
  const [held, setHeld] = useState<HeldLimit>()
  const isHeld = held?.listKey === listKey && (held.renewAfter === undefined || held.renewAfter === at)
  if (total !== undefined && !isHeld) setHeld({ listKey, limit: total })
  return {
    limit: isHeld ? held.limit : total,
    /** The limit is the total again, and that of the next count. */
    renewLimit: () => total !== undefined && setHeld({ listKey, limit: total, renewAfter: at }),
  }
}
