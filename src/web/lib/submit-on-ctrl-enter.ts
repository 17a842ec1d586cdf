import type { KeyboardEvent } from 'react'

/** For inputs where Enter alone does something else. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
