/** The states of a mail to a customer (product §3); `kept` in the local outbox, and not sent. */
export const mailStates = [
  'queued',
  'sending',
  'kept',
  'sent',
  'delivered',
  'bounced',
  'failed',
  'unknown',
  'cancelled',
] as const
export type MailStateName = (typeof mailStates)[number]

export const mailStateLabels: Record<MailStateName, string> = {
  queued: 'Queued',
  sending: 'Queued',
  kept: 'Kept here, not sent',
  sent: 'Sent',
  delivered: 'Delivered',
  bounced: 'Bounced',
  failed: 'Not sent',
  unknown: 'Unknown',
  cancelled: 'Cancelled',
}

const answeredStates: ReadonlySet<MailStateName> = new Set(['sent', 'delivered', 'bounced'])

/** The provider that answered for a mail; null while none has. */
export const answeringProvider = (mail: { state: MailStateName; provider: string }): string | null =>
  answeredStates.has(mail.state) ? mail.provider : null
