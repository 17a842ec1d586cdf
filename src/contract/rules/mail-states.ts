/** The states of a mail to a customer (product §3). */
export const mailStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'unknown',
  'cancelled',
] as const
export type MailStateName = (typeof mailStates)[number]
