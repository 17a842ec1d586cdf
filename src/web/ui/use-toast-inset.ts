import { useLayoutEffect } from 'react'

/** Lets toasts appear below a head that has controls in their corner, while its page stands. `height` in px. */
export function useToastInset(height: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-inset', `${height}px`)
    return () => void style.removeProperty('--toast-inset')
  }, [height])
}
