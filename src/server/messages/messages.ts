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
  markRepliesHandled,
  lockNewestReply,
  reopenReply,
  selectFiles,
  selectMessages,
  selectOpenReplies,
  tallyOpenReplies,
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
  await reopenReply(work.tx, newest.id)
  await recordEvent(work, { orderId, action: 'reply opened again' })
}

const seesRestricted = ({ actor }: Work) => can(actor.role, 'seeRestrictedOrders')

/** How many replies are unhandled (the total of their list), and when the oldest came. */
export const openReplies = (work: Work) => tallyOpenReplies(work.tx, seesRestricted(work))

/** The same for all orders, including restricted ones. */
export const openRepliesOfAll = (db: Db) => tallyOpenReplies(db, true)

export const messageCalls = implement(contract, {
  handleMessages: write(async (work, { body: { orderId, handled, upTo } }) => {
    if (handled) await handleMessages(work, orderId, upTo)
    else await reopenMessage(work, orderId)
    return { message: handled ? 'Replies have been marked as handled.' : 'Reply is open again.' }
  }),
  listOpenMessages: read(async (work, { query: { page = 1, limit = 10 } }) => {
    const rows = await selectOpenReplies(work.tx, pageOf(page, limit), seesRestricted(work))
    const data = rows.map((row) => {
      const content = work.seal.open(messageContent, 'messages.sealed', row.order_id, row.sealed)
      return {
        order_id: row.order_id,
        name: row.full_name,
        at: wireInstant(row.at),
        by: writerOf(content),
        subject: content.subject,
        process_status: row.process_status,
        assign_to: row.assign_to,
      }
    })
    return { data, count: (await openReplies(work)).count }
  }),
  listOlderMessages: recordedRead(async (work, { params, query }) => {
    await requireOrder(work.tx, params.orderId)
    await recordAudit(auditContext(work), 'messages viewed', { order: params.orderId })
    return { data: await listMessages({ db: work.tx, seal: work.seal }, params.orderId, query.before) }
  }),
})
