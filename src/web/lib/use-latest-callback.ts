import { useCallback, useLayoutEffect, useRef } from 'react'

/** A function that stays the same and calls the latest one, so that what is given it need not be drawn anew. Not for drawing. */
export function useLatestCallback<Args extends unknown[], Result>(
  callback: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(callback)
  useLayoutEffect(() => {
    latest.current = callback
  })
  return useCallback((...args: Args) => latest.current(...args), [])
}
