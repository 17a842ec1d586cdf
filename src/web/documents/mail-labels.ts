import type { OrderDetails } from '#contract/order-details.ts'
import { isAmiss, isOnItsWay } from '#web/messages/mail-states.ts'

export type MailEntry = OrderDetails['mailHistory'][number]

/** What stands for a mail's kind; another kind says its own name. */
const kindWords: Readonly<Record<string, string>> = {
  approved: 'Approved document',
  reminder: 'Reminder',
  refund: 'Refund',
  invoice: 'Invoice',
  answer: 'Answer',
  link: 'Link again',
}

export const mailKind = ({ kind }: MailEntry): string => kindWords[kind] ?? kind

/** What the provider said, while it matters: of a mail that went out at a second try it does not. */
export const troubleOf = ({ state, error }: MailEntry): string | null =>
  isAmiss(state) || isOnItsWay(state) ? error : null
