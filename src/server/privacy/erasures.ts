import { sql } from 'kysely'
import { actorNames } from '#contract/rules/actor-names.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { backgroundCall, type Platform } from '#server/platform/work.ts'
import { eraseOrder } from './erase-order.ts'
import { removeErasedFiles } from './erased-files.ts'
import { claimErasure, markErased } from './erasures.queries.ts'

const privacyDesk = { kind: 'job', name: actorNames.privacyDesk } as const

/** Erases the next queued order; returns its id, and whether it was erased. Undefined if none is left. */
const eraseNext = (platform: Platform, postponed: readonly number[]) =>
  inTransaction(platform.db, async (tx) => {
    const next = await claimErasure(tx, postponed)
    if (!next) return undefined
    const { request_id: requestId, order_id: orderId, part, asked_by: memberId } = next
    const work = { ...backgroundCall(platform, privacyDesk), tx }
    // A dispute opened since the confirmation holds what proves who travelled and paid.
    const erased = await eraseOrder(work, orderId, (_order, { isDisputed }) =>
      isDisputed ? 'disputed' : part,
    )
    if (erased === 'postponed') return { orderId, isErased: false }
    await markErased(tx, { requestId, orderId, part: erased ?? part, now: work.now })
    await recordAudit(auditContext(work), 'order erased', {
      order: orderId,
      requestId,
      part: erased ?? part,
      memberId,
    })
    return { orderId, isErased: true }
  })

/** Erases confirmed orders, one per transaction, until none is left or time is up; true if some are left. */
export async function runErasures(platform: Platform, untilMs: number): Promise<boolean> {
  const postponed: number[] = []
  while (Date.now() < untilMs) {
    const erased = await eraseNext(platform, postponed)
    if (!erased) {
      await finishRequests(platform)
      await removeErasedFiles(platform)
      return false
    }
    if (!erased.isErased) postponed.push(erased.orderId)
  }
  return true
}

/** A closed request whose customer is erased keeps what was asked and done, without the person. */
const finishRequests = ({ db }: Platform): Promise<void> =>
  inTransaction(db, async (tx) => {
    for (const { id, mail_ids: mailIds } of await selectFinishedRequests(tx)) {
      await emptyRequest(tx, id)
      await emptyLinks(tx, id)
      for (const mailId of mailIds) await deleteMail(tx, mailId)
    }
  })

interface FinishedRequest {
  id: string
  mail_ids: string[]
}

/** Requests that still hold personal data of an erased customer, and whose mails are not being sent. */
async function selectFinishedRequests(tx: Tx): Promise<FinishedRequest[]> {
  const { rows } = await sql<FinishedRequest>`
    select r.id, array(
      select r.mail_id::text where r.mail_id is not null
      union select l.mail_id::text from access_links l where l.request_id = r.id and l.mail_id is not null
    ) as mail_ids
    from privacy_requests r
    where r.closed_at is not null and r.sealed is not null
      and not exists (select 1 from mails m where m.state in ('queued', 'sending')
        and (m.id = r.mail_id or m.id in (select l.mail_id from access_links l where l.request_id = r.id)))
      and not exists (select 1 from orders o where o.order_id = any(r.order_ids) and o.erased_at is null)
    for update of r skip locked
  `.execute(tx)
  return rows
}

const emptyRequest = (tx: Tx, id: string) =>
  tx.updateTable('privacy_requests').set({ sealed: null, mail_id: null }).where('id', '=', id).execute()

/** Links keep when they were sent and used. */
const emptyLinks = (tx: Tx, requestId: string) =>
  tx.updateTable('access_links').set({ mail_id: null }).where('request_id', '=', requestId).execute()

/** Deletes a mail with its reports; its file in the local outbox is removed after the commit. */
async function deleteMail(tx: Tx, mailId: string): Promise<void> {
  await tx
    .insertInto('erased_files')
    .values({ place: 'outbox', name: `${mailId}.eml` })
    .execute()
  await tx.deleteFrom('mail_reports').where('mail_id', '=', mailId).execute()
  await tx.deleteFrom('mails').where('id', '=', mailId).execute()
}
