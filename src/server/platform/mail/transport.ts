interface OutgoingFile {
  fileName: string
  contentType: string
  bytes: Buffer
}

/** `to` is a single address, even if it contains a comma. Domains are in ASCII. */
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

/**
 * Why a mail did not leave. `address`: it needs another one. `sender`: the provider refuses the sender, its quota or its
 * authorisation. `away`: the provider cannot be reached, or fails. `moment`: a later try may succeed. `stopped`: our own
 * server was stopped first. `unclear`: it may have left, and is never retried.
 */
export type FailureKind = 'address' | 'sender' | 'away' | 'moment' | 'unclear' | 'stopped'

/** The mail did not leave, or perhaps not; the message is the provider's. */
export class MailFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
    /** ms that the provider asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

export interface Transport {
  /**
   * Returns the provider's id of the mail; null if the mail is kept in the local outbox. Throws a `MailFailure`; any other
   * error counts as one of the moment. `stop` ends a send that has not left yet.
   */
  send(mail: OutgoingMail, stop?: AbortSignal): Promise<string | null>
  /** Signs in and sends nothing. Throws a `MailFailure` where the provider would not take a mail. */
  open(signal: AbortSignal): Promise<void>
  wasSent(mailId: string): Promise<'yes' | 'kept' | 'no' | 'unclear'>
}

/** For a provider without a query for sent mails. */
export const outcomeUnknown: Transport['wasSent'] = async () => 'unclear'
