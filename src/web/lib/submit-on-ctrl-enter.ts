import type { KeyboardEvent } from 'react'
import { isComposing } from './key-reading.ts'

/** For inputs where Enter alone does something else. The Enter that ends a composition sends nothing. */
export function submitOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement | HTMLInputElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event.nativeEvent)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
