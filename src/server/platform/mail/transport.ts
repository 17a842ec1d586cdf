interface OutgoingFile {
  fileName: string
  contentType: string
  bytes: Buffer
}

/** A rendered mail. `to` is always a single address, even if it contains a comma. */
export interface OutgoingMail {
  id: string
  messageId: string
  date: Date
  from: { name: string; address: string }
  to: string
  subject: string
  html: string
  text: string
  /** Further ones, as `In-Reply-To`. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly OutgoingFile[]
}

/** The provider refused this mail permanently; the message is the provider's. */
export class PermanentMailError extends Error {}

/** The mail certainly did not leave; a retry may succeed. */
export class TransientMailError extends Error {
  constructor(
    message: string,
    /** Milliseconds that the provider asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** It is not known whether the mail left, as after a lost connection; it is never retried. */
export class UnknownOutcomeError extends Error {}

/** Sends mails by one provider. */
export interface Transport {
  /** Returns the provider's id of the mail. Throws one of the three above; any other error counts as transient. */
  send(mail: OutgoingMail): Promise<string>
  /** Whether a mail left whose worker died while sending it. */
  wasSent(mailId: string): Promise<'yes' | 'no' | 'unclear'>
}

/** For a provider that cannot be asked afterwards. */
export const outcomeUnknown: Transport['wasSent'] = async () => 'unclear'

/** Timeouts in milliseconds: for connecting, and for the whole send. */
export interface SendTimeouts {
  connect: number
  send: number
}
export const defaultTimeouts: SendTimeouts = { connect: 10_000, send: 20_000 }
