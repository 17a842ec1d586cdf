import { useRef } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { duplicateFinding, openFindings } from './findings.ts'

interface FindingQuestion {
  /** The same findings are not asked about again. */
  key: string
  title: string
  text: string
  yes: string
}

/** Asks once about the same findings; true to continue. */
function useFindingQuestion(questionNow: () => FindingQuestion | undefined): () => Promise<boolean> {
  const confirm = useConfirm()
  const answered = useRef('')
  return async () => {
    const question = questionNow()
    if (!question || question.key === answered.current) return true
    const { key, ...texts } = question
    const isConfirmed = await confirm({ ...texts, no: 'Back' })
    if (isConfirmed) answered.current = key
    return isConfirmed
  }
}

/** Asks before a traveller of a possible duplicate is filed. */
export const useDuplicateQuestion = (order: OrderDetails) =>
  useFindingQuestion(() => {
    const found = duplicateFinding(order)
    return found && { key: found.message, title: found.title, text: found.message, yes: 'Fill all the same' }
  })

/** Asks before an upload if findings stop the order. */
export const useStopQuestion = (order: OrderDetails) =>
  useFindingQuestion(() => {
    const stops = openFindings(order).filter(({ severity }) => severity === 'stop')
    const [first] = stops
    return (
      first && {
        key: stops.map(({ code }) => code).join(' '),
        title: stops.length === 1 ? first.title : `${stops.length} findings stop this order`,
        text: stops.map(({ message }) => message).join(' '),
        yes: 'Upload all the same',
      }
    )
  })
