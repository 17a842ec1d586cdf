import type { OrderDetails } from '#contract/orders.ts'

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
