import { useCallback, useEffect, useRef } from 'react'

/** Whether the component has left the page, for a call that outlives it. */
export function useIsGone(): () => boolean {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return useCallback(() => isGone.current, [])
}
