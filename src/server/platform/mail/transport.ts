interface OutgoingFile {
  fileName: string
  contentType: string
  bytes: Buffer
}

/** A rendered mail. `to` is one address, however it reads. */
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

/** The provider refused this mail for good, in its own words: trying again would change nothing. */
export class PermanentMailError extends Error {}

/** It surely did not leave, and may later. */
export class TransientMailError extends Error {
  constructor(
    message: string,
    /** Milliseconds that the provider asks to wait. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}

/** Nobody can say whether the mail left, as after a lost connection: it is never sent again. */
export class UnknownOutcomeError extends Error {}

/** A way out for mails. */
export interface Transport {
  /** Returns the provider's id of the mail. Throws one of the three above; any other error counts as `NotNow`. */
  send(mail: OutgoingMail): Promise<string>
  /** Whether a mail left whose sender died while it sent. */
  wasSent(mailId: string): Promise<'yes' | 'no' | 'unclear'>
}

/** A provider that cannot be asked afterwards. */
export const outcomeUnknown: Transport['wasSent'] = async () => 'unclear'

/** A send ends within these times, in milliseconds: a connection is made or not, and the whole is over. */
export interface SendTimeouts {
  connect: number
  send: number
}
export const defaultTimeouts: SendTimeouts = { connect: 10_000, send: 20_000 }
