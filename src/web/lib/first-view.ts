import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

let markShown: () => void
const firstViewShown = new Promise<void>((resolve) => (markShown = resolve))

/** ms; Safari has no `requestIdleCallback`. */
const idleDelay = 200

function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, idleDelay)
  return () => clearTimeout(timer)
}

/** Marks the first view as shown when no query is fetching and the browser is idle. */
export function useFirstViewMark(): void {
  const client = useQueryClient()
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    if (isFetching) return undefined
    // Queries that start in this frame are not counted yet.
    return whenIdle(() => client.isFetching() === 0 && markShown())
  }, [client, isFetching])
}

/** Defers loading of what the first view does not need. */
export const afterFirstView = (run: () => void): void => void firstViewShown.then(run)

export function useIsFirstViewShown(): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => afterFirstView(() => setIsShown(true)), [])
  return isShown
}
