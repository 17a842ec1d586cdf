import { randomUUID } from 'node:crypto'
import type { MailProvider } from '#contract/messages.ts'
import type { Tx } from '../db/database.ts'
import { singleLine } from '../single-line.ts'
import type { Config } from '#server/config/config.ts'
import type { Platform } from '../work.ts'
import type { MailDefinition } from './define-mail.ts'
import { insertMail, type MailRow } from './mail-rows.ts'
import { defaultProvider } from './providers.ts'

/** Where a mail goes, when, and what caused it. */
export interface Sending {
  /** Set by a job that may run twice, so that it queues the mail once. */
  id?: string
  orderId: number | null
  recipient: string
  provider?: MailProvider | undefined
  documentId?: number | null
  /** A mail that was sent before, sent again. */
  isResend?: boolean
  /** Which one that was. */
  resendOf?: string
  /** It does not leave earlier; until then undo can cancel it. */
  notBefore?: Date
  /** The event that caused it. */
  eventId?: number
}

type Queueing = Pick<Platform, 'config'> & { tx: Tx; now: Date }
/** What a row keeps of what its mail says; the subject is what the histories show. */
export type WrittenMail = Pick<MailRow, 'kind' | 'subject' | 'props'>

/** What a mail of this definition says with these props. */
export function writtenMail<Props extends object>(
  mail: MailDefinition<Props>,
  given: NoInfer<Props>,
  config: Config,
): WrittenMail {
  const props = mail.parse(given)
  return { kind: mail.kind, subject: singleLine(mail.write(props, config).subject), props }
}

/** Queues a mail in the caller's transaction: it is sent if and only if that commits. Returns its id. */
export const queueMail = <Props extends object>(
  queueing: Queueing,
  mail: MailDefinition<Props>,
  props: NoInfer<Props>,
  sending: Sending,
): Promise<string> => queueWritten(queueing, writtenMail(mail, props, queueing.config), sending)

/** The same for a mail as it was written before, which is parsed when it is sent. */
export async function queueWritten(
  { tx, now, config }: Queueing,
  { kind, subject, props }: WrittenMail,
  { orderId, recipient, notBefore = now, ...rest }: Sending,
): Promise<string> {
  const { id } = await insertMail(tx, {
    id: rest.id ?? randomUUID(),
    order_id: orderId,
    kind,
    recipient,
    subject,
    props: JSON.stringify(props),
    provider: rest.provider ?? defaultProvider(config),
    document_id: rest.documentId ?? null,
    is_resend: rest.isResend ?? false,
    resend_of: rest.resendOf ?? null,
    event_id: rest.eventId ?? null,
    created_at: now,
    not_before: notBefore,
    state_at: now,
  })
  return id
}
