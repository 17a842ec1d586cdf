import { useRef } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { duplicateFinding } from './findings.ts'

/** Asks before a traveller of a possible duplicate is filed, once per finding; true to continue. */
export function useDuplicateQuestion(order: OrderDetails): () => Promise<boolean> {
  const confirm = useConfirm()
  const answered = useRef('')
  return async () => {
    const found = duplicateFinding(order)
    if (!found || found.message === answered.current) return true
    const isConfirmed = await confirm({
      title: found.title,
      text: found.message,
      yes: 'Fill all the same',
      no: 'Back',
    })
    if (isConfirmed) answered.current = found.message
    return isConfirmed
  }
}
