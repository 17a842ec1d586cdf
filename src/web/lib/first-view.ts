import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

let markShown: () => void
const firstViewShown = new Promise<void>((resolve) => (markShown = resolve))

/** ms; for browsers that do not tell when they are idle. */
const idleDelay = 200

function whenIdle(run: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(run, idleDelay)
  return () => clearTimeout(timer)
}

/** Marks the first view as shown: nothing is fetched any more, and the browser is idle. */
export function useFirstViewMark(): void {
  const client = useQueryClient()
  const isFetching = useIsFetching() > 0
  useEffect(() => {
    if (isFetching) return undefined
    // What has begun in this very frame is not counted yet.
    return whenIdle(() => client.isFetching() === 0 && markShown())
  }, [client, isFetching])
}

/** Runs once the first view is shown: what it does not need is loaded then. */
export const afterFirstView = (run: () => void): void => void firstViewShown.then(run)

/** Whether the first view is shown: what it does not need is read then. */
export function useIsFirstViewShown(): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => afterFirstView(() => setIsShown(true)), [])
  return isShown
}
