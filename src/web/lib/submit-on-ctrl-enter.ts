import type { KeyboardEvent } from 'react'

/** Ctrl Enter in a text of several lines, or where Enter does something else, submits the form. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
