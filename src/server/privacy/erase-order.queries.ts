import { sql } from 'kysely'
import { erasedValues } from '#contract/rules/order-columns.ts'
import { type EventAction, incomingMailActor } from '#contract/rules/order-events.ts'
import { disputedOrders } from '#server/orders/order-dispute.ts'
import { travellerLines } from '#server/orders/search-index.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Blocks concurrent inserts of rows that refer to the order. */
export const lockOrderForErasure = (tx: Tx, orderId: number) =>
  tx.selectFrom('orders').selectAll().where('order_id', '=', orderId).forUpdate().executeTakeFirst()

/** Under the order's lock, which every write to its disputes waits for. */
export async function isHeldByDispute(tx: Tx, orderId: number): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select ${orderId} in (${disputedOrders}) as held`.execute(tx)
  return rows[0]?.held ?? false
}

/** Whether a mail of the order is being sent: the erasure waits for its result. */
export async function isMailBeingSent(tx: Tx, orderId: number): Promise<boolean> {
  const mails = await tx
    .selectFrom('mails')
    .select('state')
    .where('order_id', '=', orderId)
    .forUpdate()
    .execute()
  return mails.some(({ state }) => state === 'sending')
}

/** Records the files of the order's rows, and its mails in the local outbox, for removal after the commit. */
export const noteFiles = (tx: Tx, orderId: number) =>
  sql`
    insert into erased_files (place, name)
    select 'store', stored_as from documents where order_id = ${orderId}
    union all
    select 'store', preview_file from documents where order_id = ${orderId} and preview_file is not null
    union all
    select 'store', f.stored_as from message_files f join messages m on m.id = f.message_id where m.order_id = ${orderId}
    union all
    select 'outbox', id || '.eml' from mails where order_id = ${orderId}
  `.execute(tx)

const questionMails = (tx: Tx, orderId: number) =>
  tx.selectFrom('mails').select('id').where('order_id', '=', orderId).where('kind', '=', 'question')

export const noteQuestionMails = (tx: Tx, orderId: number) =>
  sql`
    insert into erased_files (place, name)
    select 'outbox', id || '.eml' from mails where order_id = ${orderId} and kind = 'question'
  `.execute(tx)

/** Deletes the order's questions and their mails: both hold values of the declaration. Their links end. */
export async function deleteQuestions(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('customer_questions').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('mail_reports').where('mail_id', 'in', questionMails(tx, orderId)).execute()
  await tx.deleteFrom('mails').where('id', 'in', questionMails(tx, orderId)).execute()
}

/** Deletes rows about the customer; referring rows first. */
export async function deleteCustomerRows(tx: Tx, orderId: number): Promise<void> {
  await tx.deleteFrom('downloads').where('order_id', '=', orderId).execute()
  await tx.updateTable('messages').set({ mail_id: null }).where('order_id', '=', orderId).execute()
  await tx
    .deleteFrom('mail_reports')
    .where('mail_id', 'in', (mails) =>
      mails.selectFrom('mails').select('mails.id').where('mails.order_id', '=', orderId),
    )
    .execute()
  await tx.deleteFrom('mails').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('documents').where('order_id', '=', orderId).execute()
  await tx
    .deleteFrom('message_files')
    .where('message_id', 'in', (messages) =>
      messages.selectFrom('messages').select('messages.id').where('messages.order_id', '=', orderId),
    )
    .execute()
  await tx.deleteFrom('messages').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('remarks').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('customer_requests').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('visitor_sessions').where('order_id', '=', orderId).execute()
  await tx.deleteFrom('order_evidence_keys').where('order_id', '=', orderId).execute()
}

/** The history keeps action, time and member. */
export const emptyEvents = (tx: Tx, orderId: number) =>
  sql`
    update order_events
    set details = '{}', sealed = null, sealed_details = null,
      actor = case when action = ${'reply received' satisfies EventAction} then ${incomingMailActor} else actor end
    where order_id = ${orderId}
  `.execute(tx)

/** A refund keeps amount and time. */
export const emptyRefund = (tx: Tx, orderId: number) =>
  tx.updateTable('refunds').set({ sealed_reference: null }).where('order_id', '=', orderId).execute()

/** Ids that name the payment at its gateway go; amounts, times, stage and outcome stay for the ratios. */
export async function emptyDisputes(tx: Tx, orderId: number): Promise<void> {
  const ids = { charge_id: null, payment_intent_id: null, transaction_id: null }
  await tx
    .updateTable('disputes')
    .set({ ...ids, gateway_dispute_id: null })
    .where('order_id', '=', orderId)
    .execute()
  await tx.updateTable('gateway_refunds').set(ids).where('order_id', '=', orderId).execute()
}

export const selectInvoiceFacts = (tx: Tx, orderId: number) =>
  tx.selectFrom('invoice_numbers').select(['sealed_facts']).where('order_id', '=', orderId).executeTakeFirst()

export const replaceInvoiceFacts = (tx: Tx, orderId: number, sealedFacts: Buffer) =>
  tx
    .updateTable('invoice_numbers')
    .set({ sealed_facts: sealedFacts })
    .where('order_id', '=', orderId)
    .execute()

/** The row keeps id, site, status, dates and country, so that counts and reports do not change. */
export const emptyOrder = (tx: Tx, orderId: number, { now, sealed }: { now: Date; sealed: Buffer }) =>
  tx
    .updateTable('orders')
    .set({
      ...erasedValues(),
      full_name: '',
      traveller_email: '',
      phone_code: '',
      phone_number: '',
      telephone: null,
      departure_time: '',
      nationality: '',
      search_text: String(orderId),
      passport_hash: null,
      family_passport_hashes: [],
      household_keys: [],
      traveller_keys: [],
      sealed,
      restricted_at: null,
      details_erased_at: sql`coalesce(details_erased_at, ${now})`,
      erased_at: now,
    })
    .where('order_id', '=', orderId)
    .execute()

/** What finds the order by data that go, goes with them. */
export const replaceDeclaration = (
  tx: Tx,
  orderId: number,
  { now, sealed, keepsPassport }: { now: Date; sealed: Buffer; keepsPassport: boolean },
) =>
  tx
    .updateTable('orders')
    .set({
      sealed,
      details_erased_at: now,
      search_text: sql`regexp_replace(search_text, ${travellerLines}, '', 'g')`,
      family_passport_hashes: [],
      household_keys: [],
      traveller_keys: [],
      ...(!keepsPassport && { passport_hash: null }),
    })
    .where('order_id', '=', orderId)
    .execute()

const questionActions = [
  'customer asked',
  'answered by the customer',
] as const satisfies readonly EventAction[]

/** Empties what was written to the customer about fields, and the refused answers. */
export const emptyQuestionEvents = (tx: Tx, orderId: number) =>
  tx
    .updateTable('order_events')
    .set({ sealed_details: null })
    .where('order_id', '=', orderId)
    .where('action', 'in', questionActions)
    .execute()

export const emptyCorrections = (tx: Tx, orderId: number) =>
  tx.updateTable('order_events').set({ sealed: null }).where('order_id', '=', orderId).execute()
