import { flushSync } from 'react-dom'

/** Applies a change that adds or removes a row, then focuses the first match of the selector. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change)
  document.querySelector<HTMLElement>(selector)?.focus()
}
