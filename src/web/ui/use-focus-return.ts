import { useEffect, useRef } from 'react'

/** Returns the focus to the opener. Mantine does too, except after an Escape before the dialog had the focus. */
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
