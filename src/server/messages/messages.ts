import * as contract from '#contract/messages.ts'
import { maxMessagesShown, type Message } from '#contract/messages.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireOrder } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/database.ts'
import { pageOf } from '#server/platform/db/page.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { implement, read, recordedRead, write } from '#server/platform/http/implement.ts'
import {
  lockAutomaticMessage,
  markRepliesHandled,
  lockNewestReply,
  selectFiles,
  selectMessages,
  selectOpenMessages,
  settleMessage,
  tallyOpenMessages,
  type MessageList,
} from './messages.queries.ts'
import { fileName, writerOf, messageContent } from './message-text.ts'

/** Newest first; with `before` only those older than that message. */
export async function listMessages(
  { db, seal }: { db: Db; seal: Seal },
  orderId: number,
  before?: number,
): Promise<Message[]> {
  const rows = await selectMessages(db, orderId, maxMessagesShown, before)
  const ids = rows.map(({ id }) => id)
  const files = ids.length > 0 ? await selectFiles(db, orderId, ids) : []
  return rows.map((row) => {
    const {
      references: _,
      messageId: _id,
      fingerprint: _print,
      ...content
    } = seal.open(messageContent, 'messages.sealed', orderId, row.sealed)
    return {
      ...content,
      id: row.id,
      direction: row.direction,
      at: wireInstant(row.at),
      by: row.direction === 'out' ? (row.writer ?? '') : writerOf(content),
      from_customer: row.from_customer,
      authentic: row.authentic,
      automatic: row.automatic,
      handled_at: row.handled_at && wireInstant(row.handled_at),
      handled_by: row.handler,
      mail_state: row.mail_state,
      suspected: content.suspected ?? null,
      by_program: content.by_program ?? row.automatic,
      has_original: files.some(({ message_id, kind }) => message_id === row.id && kind === 'original'),
      files: files
        .filter(({ message_id, kind }) => message_id === row.id && kind !== 'original')
        .map(({ id, content_type, size, taken, kind, ...file }) => ({
          id,
          name: fileName(seal, file),
          content_type,
          size,
          taken,
          inline: kind === 'inline',
        })),
    }
  })
}

/** Marks the open replies of an order, up to a message, as handled. Without open replies it does nothing. */
export async function handleMessages(work: Work, orderId: number, upTo: number | undefined): Promise<void> {
  await requireOrder(work.tx, orderId)
  const handled = await markRepliesHandled(work.tx, { orderId, memberId: work.actor.id, now: work.now, upTo })
  if (handled > 0)
    await recordEvent(work, { orderId, action: 'replies handled', details: { replies: handled } })
}

/** 409 if the order has no reply. */
async function reopenMessage(work: Work, orderId: number): Promise<void> {
  await requireOrder(work.tx, orderId)
  const newest = await lockNewestReply(work.tx, orderId)
  if (!newest) return refuse('conflict', `Order ${orderId} has no reply.`)
  if (newest.handled_at === null) return
  await settleMessage(work.tx, newest.id, { handled_at: null, handled_by: null })
  await recordEvent(work, { orderId, action: 'reply opened again' })
}

/** 404 if the order has no such automatic mail. */
async function settleAutomatic(
  work: Work,
  { orderId, messageId, handled }: { orderId: number; messageId: number; handled: boolean },
): Promise<void> {
  await requireOrder(work.tx, orderId)
  const message = await lockAutomaticMessage(work.tx, orderId, messageId)
  if (!message) return refuse('notFound', `Order ${orderId} has no such automatic mail.`)
  if ((message.handled_at !== null) === handled) return
  await settleMessage(work.tx, messageId, {
    handled_at: handled ? work.now : null,
    handled_by: handled ? work.actor.id : null,
  })
  const event = handled
    ? ({ action: 'replies handled', details: { replies: 1 } } as const)
    : ({ action: 'reply opened again' } as const)
  await recordEvent(work, { orderId, ...event })
}

const seesRestricted = ({ actor }: Work) => can(actor.role, 'seeRestrictedOrders')

/** How many replies are unhandled (the total of their list), and when the oldest came. */
export const openReplies = (work: Work) => tallyOpenMessages(work.tx, 'replies', seesRestricted(work))

/** The same for all orders, including restricted ones. */
export const openRepliesOfAll = (db: Db) => tallyOpenMessages(db, 'replies', true)

export const messageCalls = implement(contract, {
  handleMessages: write(async (work, { body: { orderId, handled, upTo, messageId } }) => {
    if (messageId !== undefined) {
      await settleAutomatic(work, { orderId, messageId, handled })
      return { message: handled ? 'The mail needs nothing more.' : 'The mail is open again.' }
    }
    if (handled) await handleMessages(work, orderId, upTo)
    else await reopenMessage(work, orderId)
    return { message: handled ? 'Replies have been marked as handled.' : 'Reply is open again.' }
  }),
  listOpenMessages: read(async (work, { query: { page = 1, limit = 10, list = 'replies' } }) => {
    const rows = await selectOpenMessages(work.tx, list, pageOf(page, limit), seesRestricted(work))
    const data = rows.map((row) => {
      const content = work.seal.open(messageContent, 'messages.sealed', row.order_id, row.sealed)
      return {
        id: row.id,
        order_id: row.order_id,
        name: row.full_name,
        at: wireInstant(row.at),
        by: writerOf(content),
        subject: content.subject,
        process_status: row.process_status,
        assign_to: row.assign_to,
      }
    })
    const countOf = async (name: MessageList) =>
      (await tallyOpenMessages(work.tx, name, seesRestricted(work))).count
    const counts = { replies: await countOf('replies'), automatic: await countOf('automatic') }
    return { data, count: counts[list], automatic: counts.automatic }
  }),
  listOlderMessages: recordedRead(async (work, { params, query }) => {
    await requireOrder(work.tx, params.orderId)
    await recordAudit(auditContext(work), 'messages viewed', { order: params.orderId })
    return { data: await listMessages({ db: work.tx, seal: work.seal }, params.orderId, query.before) }
  }),
})
