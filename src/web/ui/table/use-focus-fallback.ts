import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/** When the row that had the focus leaves, the table takes it, so that the keyboard is not thrown to the page's start. */
export function useFocusFallback(frame: RefObject<HTMLElement | null>, table: RefObject<HTMLElement | null>) {
  const focused = useRef<Element | null>(null)

  useEffect(() => {
    const element = frame.current
    const onFocus = (event: FocusEvent) => {
      focused.current = event.target instanceof Element ? event.target : null
    }
    const onBlur = () => {
      // A blur also comes when the element is taken out of the page; then it is still the one to replace.
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
