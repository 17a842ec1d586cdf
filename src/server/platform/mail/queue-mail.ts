import type { MailProvider } from '#contract/messages.ts'
import type { Tx } from '../db/database.ts'
import { singleLine } from '../single-line.ts'
import type { Platform } from '../work.ts'
import { insertMail } from './mail-rows.ts'
import { defaultProvider } from './providers.ts'

export interface NewMail {
  orderId: number | null
  /** Names the template. */
  kind: string
  recipient: string
  subject: string
  /** What the template needs; kept as JSON. */
  props: object
  provider?: MailProvider | undefined
  documentId?: number
  /** A mail that was sent before, sent again. */
  remainder?: boolean
  /** It does not leave earlier; until then undo can cancel it. */
  notBefore?: Date
  /** The event that caused it. */
  eventId?: number
}

export const sendMailJob = 'send-mail'

/** Adds the job that sends a queued mail: at once, or in the whole second after a wait, when it is surely due. */
export const addSendJob = ({ jobs }: Platform, tx: Tx, mailId: string, waitMs = 0) =>
  jobs.add(
    tx,
    sendMailJob,
    { mailId },
    { retries: 3, startAfter: waitMs > 0 ? Math.floor(waitMs / 1000) + 1 : 0 },
  )

/** Writes a mail and its job in the caller's transaction: it is sent if and only if that commits. Returns its id. */
export async function queueMail(
  work: Platform & { tx: Tx; now: Date },
  { orderId, kind, recipient, subject, props, notBefore = work.now, ...rest }: NewMail,
): Promise<string> {
  const { id } = await insertMail(work.tx, {
    order_id: orderId,
    kind,
    recipient,
    subject: singleLine(subject),
    props: JSON.stringify(props),
    provider: rest.provider ?? defaultProvider,
    document_id: rest.documentId ?? null,
    remainder: rest.remainder ?? false,
    event_id: rest.eventId ?? null,
    created_at: work.now,
    not_before: notBefore,
  })
  await addSendJob(work, work.tx, id, notBefore.getTime() - work.now.getTime())
  return id
}
