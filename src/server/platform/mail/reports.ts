import { emailKey } from '#contract/rules/email.ts'
import type { Db, Tx } from '../db/database.ts'
import type { MailReportKind, MailState } from '../db/tables.ts'

export interface MailReport {
  mailId?: string
  /** Those that a notice by mail names, one of which has to be the mail's. */
  recipients?: readonly string[]
  providerMessageId?: string
  provider: string
  /** The provider's id of this event, so that a repeat is recorded once. */
  eventId: string
  kind: MailReportKind
  at: Date
  detail: string | null
}

export interface RecordedReport {
  mailId: string
  orderId: number | null
  /** False for a repeated event. */
  isNew: boolean
  /** The first of its kind about the mail. */
  isFirst: boolean
  isApplied: boolean
  /** The mail's state now. */
  state: MailState
}

/** States in which the provider's acceptance is unknown. */
const statesBeforeSent = ['queued', 'sending', 'unknown', 'failed', 'cancelled'] as const
const statesBeforeDelivered = [...statesBeforeSent, 'sent'] as const

/** The state transition of each report; a provider may report a bounce after a delivery. */
const transitions = {
  accepted: { from: statesBeforeSent, to: 'sent' },
  deferred: { from: statesBeforeSent, to: 'sent' },
  delivered: { from: statesBeforeDelivered, to: 'delivered' },
  complained: { from: statesBeforeDelivered, to: 'delivered' },
  bounced: { from: [...statesBeforeDelivered, 'delivered'], to: 'bounced' },
  refused: { from: [...statesBeforeDelivered, 'delivered'], to: 'bounced' },
} as const satisfies Record<MailReportKind, { from: readonly MailState[]; to: MailState }>

/** A notice by mail can be forged: it never revokes a delivery. */
const statesBefore = ({ kind, provider }: MailReport): readonly MailState[] =>
  provider === 'SMTP'
    ? transitions[kind].from.filter((state) => state !== 'delivered')
    : transitions[kind].from

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

async function findReportedMail(tx: Tx, { mailId, recipients, providerMessageId, provider }: MailReport) {
  // A provider reports only about its own mails.
  const mails = tx
    .selectFrom('mails')
    .select(['id', 'order_id', 'recipient', 'state'])
    .where('provider', '=', provider)
  if (mailId !== undefined) {
    const mail = uuid.test(mailId) ? await mails.where('id', '=', mailId).executeTakeFirst() : undefined
    return !recipients || (mail && recipients.includes(emailKey(mail.recipient))) ? mail : undefined
  }
  if (providerMessageId === undefined) return undefined
  return mails.where('provider_message_id', '=', providerMessageId).executeTakeFirst()
}

const sesMessageId = /^<([\w-]{20,100})@([\w-]+\.)?amazonses\.com>$/

/** Whether one of these is the Message-ID that Amazon SES gave one of our mails. */
export async function isProviderMessageId(db: Db, messageIds: readonly string[]): Promise<boolean> {
  const ids = messageIds.flatMap((id) => sesMessageId.exec(id)?.[1] ?? []).slice(0, 20)
  if (ids.length === 0) return false
  const mail = await db
    .selectFrom('mails')
    .select('id')
    .where('provider_message_id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
  return mail !== undefined
}

/** Records a report once and updates the mail's state; undefined for an unknown mail. */
export async function recordMailReport(
  tx: Tx,
  report: MailReport,
  now: Date,
): Promise<RecordedReport | undefined> {
  const mail = await findReportedMail(tx, report)
  if (!mail) return undefined
  const { provider, eventId, kind, at, detail } = report
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('mail_reports')
    .values({
      mail_id: mail.id,
      provider,
      provider_event_id: eventId,
      kind,
      at,
      received_at: now,
      detail,
    })
    .onConflict((same) => same.columns(['provider', 'provider_event_id']).doNothing())
    .executeTakeFirst()
  const isNew = numInsertedOrUpdatedRows === 1n
  const isApplied = isNew && (await applyTransition(tx, mail.id, report))
  const isFirst = isNew && (await countReports(tx, mail.id, kind)) === 1
  const state = isApplied ? transitions[kind].to : mail.state
  return { mailId: mail.id, orderId: mail.order_id, isNew, isFirst, isApplied, state }
}

async function countReports(tx: Tx, mailId: string, kind: MailReportKind): Promise<number> {
  const { count } = await tx
    .selectFrom('mail_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('mail_id', '=', mailId)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
  return count
}

async function applyTransition(tx: Tx, mailId: string, report: MailReport): Promise<boolean> {
  const { kind, at, detail } = report
  const { to } = transitions[kind]
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set((mail) => ({
      state: to,
      state_at: at,
      error: to === 'bounced' ? detail : null,
      sent_at: mail.fn.coalesce('sent_at', mail.val(at)),
    }))
    .where('id', '=', mailId)
    .where('state', 'in', statesBefore(report))
    .executeTakeFirst()
  if (kind === 'complained')
    await tx
      .updateTable('mails')
      .set({ complained_at: at })
      .where('id', '=', mailId)
      .where('complained_at', 'is', null)
      .execute()
  return numUpdatedRows > 0n
}
