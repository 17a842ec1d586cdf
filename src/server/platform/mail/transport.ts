interface OutgoingFile {
  fileName: string
  contentType: string
  bytes: Buffer
}

/** `to` is a single address, even if it contains a comma. */
export interface OutgoingMail {
  id: string
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  headers?: Readonly<Record<string, string>>
  attachments?: readonly OutgoingFile[]
}

/** The provider refused this mail permanently; the message is the provider's. */
export class PermanentMailError extends Error {}

/** The mail certainly did not leave; a retry may succeed. */
export class TransientMailError extends Error {
  constructor(
    message: string,
    /** ms that the provider asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** Unknown whether the mail left, as after a lost connection. Never retried. */
export class UnknownOutcomeError extends Error {}

export interface Transport {
  /**
   * Returns the provider's id of the mail; null if the mail is kept in the local outbox. Throws one of the three above;
   * any other error counts as transient.
   */
  send(mail: OutgoingMail): Promise<string | null>
  wasSent(mailId: string): Promise<'yes' | 'kept' | 'no' | 'unclear'>
}

/** For a provider without a query for sent mails. */
export const outcomeUnknown: Transport['wasSent'] = async () => 'unclear'

/** ms for connecting, and for the whole send. */
export interface SendTimeouts {
  connect: number
  send: number
}
export const defaultTimeouts: SendTimeouts = { connect: 10_000, send: 20_000 }
