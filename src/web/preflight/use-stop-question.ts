import { useRef } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { openFindings } from './findings.ts'

/** Asks before an upload if findings stop the order, once per set of findings; true to continue. */
export function useStopQuestion(order: OrderDetails): () => Promise<boolean> {
  const confirm = useConfirm()
  const answered = useRef('')
  return async () => {
    const stops = openFindings(order).filter(({ severity }) => severity === 'stop')
    const [first] = stops
    const codes = stops.map(({ code }) => code).join(' ')
    if (!first || codes === answered.current) return true
    const isConfirmed = await confirm({
      title: stops.length === 1 ? first.title : `${stops.length} findings stop this order`,
      text: stops.map(({ message }) => message).join(' '),
      yes: 'Upload all the same',
      no: 'Back',
    })
    if (isConfirmed) answered.current = codes
    return isConfirmed
  }
}
