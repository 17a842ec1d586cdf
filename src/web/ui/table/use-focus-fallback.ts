import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** Focuses the table when the focused row is removed, so that Tab does not restart at the top of the page. */
export function useFocusFallback(frame: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    const element = frame.current
    const onFocus = (event: FocusEvent) => {
      focused.current = event.target instanceof Element ? event.target : null
    }
    const onBlur = () => {
      // Removing an element also fires a blur; such an element still counts as focused.
      queueMicrotask(() => {
        if (focused.current?.isConnected && document.activeElement !== focused.current) focused.current = null
      })
    }
    element?.addEventListener('focusin', onFocus)
    element?.addEventListener('focusout', onBlur)
    return () => {
      element?.removeEventListener('focusin', onFocus)
      element?.removeEventListener('focusout', onBlur)
    }
  }, [frame])

  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected || document.activeElement !== document.body) return
    focused.current = null
    table.current?.focus({ preventScroll: true })
  })
}
