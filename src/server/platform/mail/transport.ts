export interface OutgoingFile {
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
  attachments?: readonly OutgoingFile[]
}

/** Thrown by a transport that cannot say whether the mail left, as after a lost connection: it is never sent again. */
export class UnclearOutcome extends Error {}

/** A way out for mails. */
export interface Transport {
  /** Returns the provider's id of the mail. Throws `UnclearOutcome`, or any other error where it surely did not leave. */
  send(mail: OutgoingMail): Promise<string>
  /** Whether a mail left whose sender died while it sent. */
  wasSent(mailId: string): Promise<'yes' | 'no' | 'unclear'>
}
