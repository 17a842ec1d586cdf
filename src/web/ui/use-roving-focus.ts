import { useEffect, type RefObject } from 'react'

const steps: Readonly<Record<string, -1 | 1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Makes the elements of a container that match the selector one stop of the Tab key, within which arrow keys lead on.
 * They have `tabIndex={-1}`; the one that had the focus last is the stop, at first the first one.
 */
export function useRovingFocus(container: RefObject<HTMLElement | null>, selector: string): void {
  useEffect(() => {
    const root = container.current
    if (!root) return
    const items = () => [...root.querySelectorAll<HTMLElement>(selector)]
    const makeStop = (stop: HTMLElement | undefined) => {
      for (const item of items()) item.tabIndex = item === stop ? 0 : -1
    }
    const handleFocus = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(selector)) makeStop(target)
    }
    const handleKey = (event: KeyboardEvent) => {
      const step = steps[event.key]
      const { target } = event
      if (!step || !(target instanceof HTMLElement) || !target.matches(selector)) return
      event.preventDefault()
      const all = items()
      all[all.indexOf(target) + step]?.focus()
    }
    makeStop(items().find((item) => item.tabIndex === 0) ?? items()[0])
    root.addEventListener('focusin', handleFocus)
    root.addEventListener('keydown', handleKey)
    return () => {
      root.removeEventListener('focusin', handleFocus)
      root.removeEventListener('keydown', handleKey)
    }
  })
}
