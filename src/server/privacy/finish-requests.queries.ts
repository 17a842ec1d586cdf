import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

export interface FinishedRequest {
  id: string
  /** What its customer was sent. */
  mail_ids: string[]
}

/** Closed requests that still tell of a customer of whom every order is erased, and whose mails are not on their way. */
export async function selectFinishedRequests(tx: Tx): Promise<FinishedRequest[]> {
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

export const emptyRequest = (tx: Tx, id: string) =>
  tx.updateTable('privacy_requests').set({ sealed: null, mail_id: null }).where('id', '=', id).execute()

/** Of its links stays when they were sent and used. */
export const emptyLinks = (tx: Tx, requestId: string) =>
  tx.updateTable('access_links').set({ mail_id: null }).where('request_id', '=', requestId).execute()

/** With what was reported of it; its file in the local outbox is removed after the commit. */
export async function deleteMail(tx: Tx, mailId: string): Promise<void> {
  await tx
    .insertInto('erased_files')
    .values({ place: 'outbox', name: `${mailId}.eml` })
    .execute()
  await tx.deleteFrom('mail_reports').where('mail_id', '=', mailId).execute()
  await tx.deleteFrom('mails').where('id', '=', mailId).execute()
}
