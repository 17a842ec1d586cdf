import type { OrderDetails } from '#contract/order-details.ts'
import { isProblemState, isPending } from '#web/messages/mail-states.ts'

export type MailEntry = OrderDetails['mailHistory'][number]

/** Labels by mail kind; an unknown kind is shown as it is. */
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

/** The provider's error while the mail has failed or is pending; it is irrelevant once a retry succeeded. */
export const visibleError = ({ state, error }: MailEntry): string | null =>
  isProblemState(state) || isPending(state) ? error : null
