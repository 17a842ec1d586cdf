import { flushSync } from 'react-dom'

/** Does what changes the page, and then moves the focus to what the selector finds: a row came or went. */
export function focusAfter(change: () => void, selector: string): void {
  flushSync(change)
  document.querySelector<HTMLElement>(selector)?.focus()
}
