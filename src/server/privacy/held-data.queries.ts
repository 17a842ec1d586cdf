import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

export interface HeldCounts {
  documents: number
  message_files: number
  mails: number
  messages: number
  remarks: number
  events: number
  members: number
  downloads: number
  seen: number
  viewers: number
  invoices: number
  disputes: number
  requests: number
}

export async function selectHeldCounts(tx: Tx, orderIds: readonly number[]): Promise<HeldCounts> {
  const ids = sql`any(${[...orderIds]}::bigint[])`
  const { rows } = await sql<HeldCounts>`
    select
      (select count(*) from documents where order_id = ${ids}) as documents,
      (select count(*) from message_files f join messages m on m.id = f.message_id where m.order_id = ${ids}) as message_files,
      (select count(*) from mails where order_id = ${ids}) as mails,
      (select count(*) from messages where order_id = ${ids} and direction = 'in') as messages,
      (select count(*) from remarks where order_id = ${ids}) as remarks,
      (select count(*) from order_events where order_id = ${ids}) as events,
      (select count(distinct member_id) from order_events where order_id = ${ids}) as members,
      (select count(*) from downloads where order_id = ${ids}) as downloads,
      (select count(*) from invoice_numbers where order_id = ${ids}) as invoices,
      (select count(*) from disputes where order_id = ${ids})
        + (select count(*) from gateway_refunds where order_id = ${ids}) as disputes,
      (select count(*) from customer_requests where order_id = ${ids}) as requests,
      (select count(*) from audit_events where order_id = ${ids}) as seen,
      (select count(distinct member_id) from audit_events where order_id = ${ids}) as viewers
  `.execute(tx)
  if (!rows[0]) throw new Error('counts have a row')
  return rows[0]
}
