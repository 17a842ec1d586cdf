import { useEffect, useRef } from 'react'

/**
 * After a dialog has gone, the focus is again on what opened it. Mantine gives it back too, but not where Escape came
 * before the dialog had taken the focus.
 */
export function useFocusReturn(opened: boolean) {
  const opener = useRef<Element>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opened) opener.current = document.activeElement
  }, [opened])
  const onExitTransitionEnd = () => {
    const { activeElement, body } = document
    const isLost = activeElement === body || contentRef.current?.contains(activeElement)
    if (isLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }
  return { contentRef, onExitTransitionEnd }
}
