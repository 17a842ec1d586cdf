import type { OrderDetails } from '#contract/order-details.ts'
import { isProblemState, isPending } from '#web/messages/mail-states.ts'

export type MailEntry = OrderDetails['mailHistory'][number]

/** An unknown kind is shown as it is. */
const mailKindLabels: Readonly<Record<string, string>> = {
  approved: 'Approved document',
  reminder: 'Reminder',
  refund: 'Refund',
  invoice: 'Invoice',
  answer: 'Answer',
  question: 'Question',
  link: 'Order link',
  privacy: 'Privacy',
  access: 'Access file',
  reset: 'Password reset',
}

export const mailKindLabel = ({ kind }: Pick<MailEntry, 'kind'>): string => mailKindLabels[kind] ?? kind

/** The provider's error of a failed or pending mail; irrelevant after a successful retry. */
export const visibleError = ({ state, error }: MailEntry): string | null =>
  isProblemState(state) || isPending(state) ? error : null
