import type { RawBuilder } from 'kysely'
import type { MailProvider } from '#contract/messages.ts'
import type { Body } from '#contract/endpoint.ts'
import * as contract from '#contract/documents.ts'
import { correctOrder } from '#server/corrections/correct-order.ts'
import { recordEvent } from '#server/orders/events.ts'
import { lockOrder } from '#server/orders/order-access.ts'
import { getOrder } from '#server/orders/orders.ts'
import { createUndoToken, type Reverted } from '#server/orders/undo.ts'
import type { MailState, OrderRow } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { EventAction } from '#contract/rules/order-events.ts'
import { emailKey } from '#contract/rules/email.ts'
import { findMailDefinition, type MailTemplates } from '#server/platform/mail/define-mail.ts'
import { mailObstacle } from '#server/platform/mail/obstacles.ts'
import { openContent, type StoredContent } from '#server/platform/mail/mail-content.ts'
import { alternativeProvider, chooseProvider, keepsMails } from '#server/platform/mail/providers.ts'
import { queueComposed } from '#server/platform/mail/queue-mail.ts'
import type { Work } from '#server/platform/work.ts'
import { loadApprovedProps } from '#server/documents/approved-props.ts'
import { composeDocumentMailContent, documentName, findNewestDocument } from '#server/documents/documents.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { takeBackMails, type MailRow } from '#server/platform/mail/mail-rows.ts'

/** Time for undo before the mail leaves (product §3). */
const secondsToMail = 10
/** The same mail to the same recipient within this time is a double click. */
const duplicateWindowMs = 10_000

const resent = 'mail queued again' satisfies EventAction

type Resend = Body<typeof contract.resendMail>

/** `name` is for the order's history. */
interface PreparedResend {
  mail: StoredContent
  documentId: number | null
  resendOf: string | null
  provider: MailProvider
  name: string
}

const resendRefusals: Partial<Record<MailState, string>> = {
  queued: 'This mail is still on its way.',
  sending: 'This mail is still on its way.',
  cancelled: 'This mail was cancelled.',
}

/** A mail about a document is composed anew: the name or the visitor's e-mail may have been corrected. */
async function writeAgain(
  work: Work,
  order: OrderRow,
  mail: StoredContent,
  recipient: string,
): Promise<StoredContent> {
  const { kind } = mail
  return kind === 'approved' || kind === 'reminder'
    ? composeDocumentMailContent(work, kind, await loadApprovedProps(work, order, recipient))
    : mail
}

const isOwnAddress = (order: OrderRow, email: string): boolean =>
  [order.email, order.traveller_email].some((own) => emailKey(own) === emailKey(email))

async function prepareMailResend(
  work: Work,
  order: OrderRow,
  { mailServiceProvider: provider, mailId, email }: Resend & { mailId: string },
  templates: MailTemplates,
): Promise<PreparedResend> {
  const mail = await selectMail(work.tx, order.order_id, mailId, mailObstacle(templates))
  if (!mail) return refuse('notFound', `Order ${order.order_id} has no such mail.`)
  const refusal = resendRefusals[mail.state]
  if (refusal && !(mail.state === 'queued' && mail.waiting_since)) return refuse('conflict', refusal)
  if (mail.obstacle !== null) return refuse('conflict', `This mail is not sent again. ${mail.obstacle}`)
  const content = openContent(work.seal, mail)
  if (findMailDefinition(templates, content.kind)?.isForOwner && !isOwnAddress(order, email))
    return refuse(
      'conflict',
      'Whoever has this mail can answer as the customer: it goes to the order’s own e-mails alone.',
    )
  return {
    mail: await writeAgain(work, order, content, email),
    documentId: mail.document_id,
    resendOf: mail.id,
    provider: provider
      ? chooseProvider(work.config, provider)
      : alternativeProvider(work.config, mail.provider),
    name: content.subject,
  }
}

async function prepareDocumentResend(
  work: Work,
  order: OrderRow,
  { mailServiceProvider: provider, email }: Resend,
): Promise<PreparedResend> {
  const newest = await findNewestDocument(work.tx, order.order_id)
  if (!newest) return refuse('conflict', 'There is no document to mail. Upload the approved document first.')
  // Otherwise a resend would bypass the minute in which a document with warnings can be undone.
  if (newest.visible_from !== null && newest.visible_from > work.now)
    return refuse('conflict', 'The mail with this document is still on its way.')
  const first = await selectFirstMail(work.tx, newest.id)
  return {
    mail: composeDocumentMailContent(work, 'reminder', await loadApprovedProps(work, order, email)),
    documentId: newest.id,
    resendOf: first?.id ?? null,
    provider: chooseProvider(work.config, provider),
    name: documentName(work.seal, newest),
  }
}

async function correctEmail(work: Work, order: OrderRow, { email, revision }: Resend): Promise<OrderRow> {
  if (email === order.email) return order
  const { order_id: orderId } = order
  await correctOrder(work, {
    orderId,
    changes: { email },
    reason: 'Corrected to resend a mail.',
    revision,
    draft: undefined,
  })
  return getOrder(work.tx, orderId)
}

/** Returns the event to undo; null where the mail takes the place of one that waits, and leaves at once. */
async function queueResend(
  work: Work,
  { order_id: orderId }: OrderRow,
  recipient: string,
  { mail, documentId, name, resendOf, provider }: PreparedResend,
  notBefore: Date,
): Promise<number | null> {
  const since = new Date(work.now.getTime() - duplicateWindowMs)
  if (await wasResentSince(work.tx, { orderId, kind: mail.kind, resendOf, recipient }, since))
    return refuse('conflict', 'This mail has just been resent.')
  const replacesWaiting = resendOf !== null && (await cancelWaiting(work.tx, resendOf, provider, work.now))
  const eventId = await recordEvent(work, {
    orderId,
    action: resent,
    details: { kind: mail.kind, name, to: recipient, provider },
  })
  await queueComposed(work, mail, {
    documentId,
    ...(resendOf && { resendOf }),
    orderId,
    recipient,
    provider,
    isResend: true,
    eventId,
    ...(!replacesWaiting && { notBefore }),
  })
  return replacesWaiting ? null : eventId
}

/** Sends a mail of a locked order again; one that still waits is cancelled. Refuses before it has written anything. */
export const resendOne = async (
  work: Work,
  order: OrderRow,
  resend: Resend & { mailId: string },
  templates: MailTemplates,
  notBefore = work.now,
): Promise<number | null> =>
  queueResend(work, order, resend.email, await prepareMailResend(work, order, resend, templates), notBefore)

/** Cancels the resent mails of these events; the reason names a mail that is under way. */
export async function takeBackResends(
  { tx, now }: Work,
  events: readonly { id: number; order_id: number; action: string }[],
): Promise<Reverted> {
  const reverted: Reverted = { updated: [], skipped: [] }
  const resends = events.filter(({ action }) => action === resent)
  const cancelled = new Set(
    (
      await takeBackMails(
        tx,
        resends.map(({ id }) => id),
        now,
      )
    ).flatMap(({ orderId, state }) => (state === 'queued' && orderId !== null ? orderId : [])),
  )
  for (const { order_id: orderId } of resends)
    if (cancelled.has(orderId)) reverted.updated.push(orderId)
    else reverted.skipped.push({ orderId, reason: 'was mailed already' })
  return reverted
}

export const resendCalls = (templates: MailTemplates) =>
  implement(contract, {
    /**
     * 404 for a mail of another order. 409 for a mail that is queued, was resent within ten seconds, or whose cause has
     * ended.
     */
    resendMail: write(async (work, { body: resend }) => {
      const { orderId, email: recipient, mailId } = resend
      // Concurrent resends of one order wait for each other.
      const locked = await lockOrder(work, orderId)
      const order = resend.correctEmail ? await correctEmail(work, locked, resend) : locked
      const notBefore = new Date(work.now.getTime() + secondsToMail * 1000)
      const eventId = await (mailId === undefined
        ? queueResend(work, order, recipient, await prepareDocumentResend(work, order, resend), notBefore)
        : resendOne(work, order, { ...resend, mailId }, templates, notBefore))
      return {
        data: { undo: await createUndoToken(work, eventId === null ? [] : [eventId]) },
        message: keepsMails(work.config)
          ? 'The mail is kept here again, not sent.'
          : 'The mail is on its way again.',
      }
    }),
  })

const selectMail = (
  tx: Tx,
  orderId: number,
  mailId: string,
  obstacle: RawBuilder<string | null>,
): Promise<(MailRow & { obstacle: string | null }) | undefined> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .select(obstacle.as('obstacle'))
    .where('id', '=', mailId)
    .where('order_id', '=', orderId)
    // The worker may claim a mail that waits.
    .forNoKeyUpdate()
    .executeTakeFirst()

/** A mail that waits for its provider does not leave beside the one that takes its place. */
const cancelWaiting = async (tx: Tx, mailId: string, provider: MailProvider, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('mails')
    .set({
      state: 'cancelled',
      state_at: now,
      waiting_since: null,
      error: `It was sent again by ${provider}.`,
    })
    .where('id', '=', mailId)
    .where('state', '=', 'queued')
    .where('waiting_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const selectFirstMail = (tx: Tx, documentId: number): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('mails')
    .innerJoin('documents', 'documents.order_id', 'mails.order_id')
    .select('mails.id')
    .where('documents.id', '=', documentId)
    .where('mails.document_id', '=', documentId)
    .orderBy('mails.created_at')
    .orderBy('mails.id')
    .limit(1)
    .executeTakeFirst()

interface ResendKey {
  orderId: number
  kind: string
  resendOf: string | null
  recipient: string
}

const wasResentSince = async (
  tx: Tx,
  { orderId, kind, resendOf, recipient }: ResendKey,
  since: Date,
): Promise<boolean> => {
  const found = await tx
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', orderId)
    .where('is_resend', '=', true)
    .where('kind', '=', kind)
    .where('resend_of', 'is not distinct from', resendOf)
    .where((mail) => mail.fn('lower', ['recipient']), '=', recipient.toLowerCase())
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
