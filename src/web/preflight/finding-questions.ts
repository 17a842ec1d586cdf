import { useRef } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { mailAddressFault } from '#contract/rules/mail-address.ts'
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
function useFindingQuestion<Args extends unknown[]>(
  questionNow: (...args: Args) => FindingQuestion | undefined,
): (...args: Args) => Promise<boolean> {
  const confirm = useConfirm()
  const answered = useRef('')
  return async (...args) => {
    const question = questionNow(...args)
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

/** What is wrong with an address that a member typed instead of the order's. */
function typedEmailStop(order: OrderDetails, email: string) {
  const typed = email.trim()
  const fault = typed === '' || typed === order.email ? null : mailAddressFault(typed)
  return fault === null
    ? []
    : [{ code: typed, title: 'No mail service takes this e-mail', message: `${typed} ${fault}.` }]
}

/** Asks before an upload to an e-mail if findings stop the order. */
export const useStopQuestion = (order: OrderDetails) =>
  useFindingQuestion((email: string) => {
    const stops = [
      ...openFindings(order).filter(({ severity }) => severity === 'stop'),
      ...typedEmailStop(order, email),
    ]
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
