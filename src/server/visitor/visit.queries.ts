import { sql } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'

/** The open visit of a token; a deleted order is not accessible to visitors. */
export const selectOpenVisit = (
  tx: Tx,
  { orderId, tokenHash, now }: { orderId: number; tokenHash: Buffer; now: Date },
) =>
  tx
    .selectFrom('visitor_sessions as v')
    .innerJoin('orders as o', 'o.order_id', 'v.order_id')
    .select('v.by_buyer')
    .where('v.token_hash', '=', tokenHash)
    .where('v.order_id', '=', orderId)
    .where('v.expires_at', '>', now)
    .where('o.process_status', '<>', 'Deleted')
    .executeTakeFirst()

/** Closes the order in all browsers. */
export const deleteVisits = (tx: Tx, orderId: number) =>
  tx.deleteFrom('visitor_sessions').where('order_id', '=', orderId).execute()

export const selectAvailableDocuments = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('documents')
    .select([
      'file1',
      'sealed_name',
      'content_type',
      'size',
      'created_at',
      'preview_file',
      'sealed_qr_text',
      'visible_from',
      'traveller',
    ])
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()

/** Whether a document was withdrawn that the visitor could have seen. */
export async function hasWithdrawnDocument(tx: Tx, orderId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('documents')
    .select('id')
    .where('order_id', '=', orderId)
    .where('withdrawn_at', 'is not', null)
    .where(({ eb, or, ref }) =>
      or([eb('visible_from', 'is', null), eb('visible_from', '<=', ref('withdrawn_at'))]),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** When work on the order began, and when it was last handed to customs; null without such an event. */
export const selectMilestones = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_events')
    .select([
      sql<Date | null>`min(at) filter (where after ->> 'process_status' <> 'New'
        or after ->> 'assignee_id' is not null)`.as('preparing'),
      sql<Date | null>`max(at) filter (where after ->> 'process_status' = 'AwaitingGovt'
        and before ->> 'process_status' <> 'AwaitingGovt')`.as('customs'),
    ])
    .where('order_id', '=', orderId)
    .where('after', 'is not', null)
    .executeTakeFirstOrThrow()

export async function selectLandingDomain(tx: Tx, orderId: number): Promise<string | undefined> {
  const found = await tx
    .selectFrom('orders')
    .select('landing_domain')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return found?.landing_domain
}
