import type { OrderDetails } from '#contract/order-details.ts'
import { isProblemState, isPending } from '#web/messages/mail-states.ts'

export type MailEntry = OrderDetails['mailHistory'][number]

/** What stands for a mail's kind; another kind says its own name. */
const mailKindLabels: Readonly<Record<string, string>> = {
  approved: 'Approved document',
  reminder: 'Reminder',
  refund: 'Refund',
  invoice: 'Invoice',
  answer: 'Answer',
  link: 'Link again',
}

export const mailKind = ({ kind }: MailEntry): string => mailKindLabels[kind] ?? kind

/** What the provider said, while it matters: of a mail that went out at a second try it does not. */
export const troubleOf = ({ state, error }: MailEntry): string | null =>
  isProblemState(state) || isPending(state) ? error : null
