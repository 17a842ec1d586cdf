import { useCallback, useLayoutEffect, useRef } from 'react'

/**
 * A stable function that calls the latest callback, so that memoized children do not rerender. Not for use during
 * render.
 */
export function useLatestCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
