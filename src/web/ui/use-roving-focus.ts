import { useEffect, type RefObject } from 'react'

const steps: Readonly<Record<string, -1 | 1>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * Roving tabindex: Tab stops at one of the matching elements, the last focused or the first, and arrow keys move
 * between them. They start with `tabIndex={-1}`.
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
