import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** Closed requests that still tell of a customer of whom every order is erased, and whose mail is not on its way. */
export async function selectFinishedRequests(tx: Tx): Promise<{ id: string; mail_id: string | null }[]> {
  const { rows } = await sql<{ id: string; mail_id: string | null }>`
    select r.id, r.mail_id from privacy_requests r
    left join mails m on m.id = r.mail_id
    where r.closed_at is not null and r.sealed is not null
      and (m.id is null or m.state not in ('queued', 'sending'))
      and not exists (select 1 from orders o where o.order_id = any(r.order_ids) and o.erased_at is null)
    for update of r skip locked
  `.execute(tx)
  return rows
}

export const emptyRequest = (tx: Tx, id: string) =>
  tx.updateTable('privacy_requests').set({ sealed: null, mail_id: null }).where('id', '=', id).execute()

/** With what was reported of it; its file in the local outbox is removed after the commit. */
export async function deleteMail(tx: Tx, mailId: string): Promise<void> {
  await tx
    .insertInto('erased_files')
    .values({ place: 'outbox', name: `${mailId}.eml` })
    .execute()
  await tx.deleteFrom('mail_reports').where('mail_id', '=', mailId).execute()
  await tx.deleteFrom('mails').where('id', '=', mailId).execute()
}
