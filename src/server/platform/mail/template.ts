import type { ReactElement } from 'react'
import type { Config } from '#server/config/config.ts'

/** A file that a mail brings along. */
interface MailAttachment {
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
  /** Further ones, as `In-Reply-To`. */
  headers?: Readonly<Record<string, string>>
  attachments?: readonly MailAttachment[]
}

/** A mail is rendered when it is previewed or sent, from what was queued with it. */
export interface MailTemplate<Props extends object> {
  write: (props: Props, config: Config) => MailContent
  /** Made-up props, to look at the mail while it is worked on. */
  sample: Props
}

/** Every kind of mail, as `mails.kind` names it; put together where all features are known. */
export type MailTemplates = Readonly<
  Record<string, { write: (props: never, config: Config) => MailContent; sample: object }>
>
