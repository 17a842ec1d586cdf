import { randomUUID } from 'node:crypto'
import type { MailProvider } from '#contract/messages.ts'
import type { Tx } from '../db/database.ts'
import { singleLine } from '../single-line.ts'
import type { Platform } from '../work.ts'
import { insertMail } from './mail-rows.ts'
import { defaultProvider } from './providers.ts'

export interface NewMail {
  /** Of a job that may run twice: it writes the mail once. */
  id?: string
  orderId: number | null
  /** Names the template. */
  kind: string
  recipient: string
  subject: string
  /** What the template needs; kept as JSON. */
  props: object
  provider?: MailProvider | undefined
  documentId?: number | null
  /** A mail that was sent before, sent again. */
  remainder?: boolean
  /** Which one that was. */
  resendOf?: string
  /** It does not leave earlier; until then undo can cancel it. */
  notBefore?: Date
  /** The event that caused it. */
  eventId?: number
}

/** Writes a mail in the caller's transaction: it is sent if and only if that commits. Returns its id. */
export async function queueMail(
  { tx, now, config }: Pick<Platform, 'config'> & { tx: Tx; now: Date },
  { orderId, kind, recipient, subject, props, notBefore = now, ...rest }: NewMail,
): Promise<string> {
  const { id } = await insertMail(tx, {
    id: rest.id ?? randomUUID(),
    order_id: orderId,
    kind,
    recipient,
    subject: singleLine(subject),
    props: JSON.stringify(props),
    provider: rest.provider ?? defaultProvider(config),
    document_id: rest.documentId ?? null,
    remainder: rest.remainder ?? false,
    resend_of: rest.resendOf ?? null,
    event_id: rest.eventId ?? null,
    created_at: now,
    not_before: notBefore,
    state_at: now,
  })
  return id
}
