import type { ReactElement } from 'react'
import type { Config } from '#server/config.ts'

/** A file that a mail brings along. */
export interface MailAttachment {
  fileName: string
  contentType: string
  /** Made when the mail is sent; the same each time. */
  bytes: () => Promise<Buffer>
}

/** What one kind of mail says. `body` is the whole `html` element; `text` says the same without it. */
export interface MailContent {
  /** The name beside the sender's address. */
  fromName: string
  subject: string
  body: ReactElement
  text: string
  attachments?: readonly MailAttachment[]
}

/** A mail is rendered when it is previewed or sent, from what was queued with it. */
export type MailTemplate<Props extends object> = (props: Props, config: Config) => MailContent

/** Every kind of mail, as `mails.kind` names it; put together where all features are known. */
export type MailTemplates = Readonly<Record<string, MailTemplate<never>>>
