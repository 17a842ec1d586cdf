import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

/** Why the mail of a question may not leave; see `MailDefinition`. */
export const questionObstacle: RawBuilder<string | null> = sql`case when not exists (
  select from customer_questions q
  where q.order_id = mails.order_id and q.ended_at is null and q.asked_at <= mails.created_at)
  then 'Its question is not open any more.' end`

/** Ends the open question of an order for a newer one; undefined if none is open. */
export const replaceOpenQuestion = (tx: Tx, orderId: number, now: Date) =>
  tx
    .updateTable('customer_questions')
    .set({ ended_at: now, ended_as: 'replaced' })
    .where('order_id', '=', orderId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

type NewQuestion = Omit<Insertable<Tables['customer_questions']>, 'ended_at' | 'ended_as'>

export const insertQuestion = (tx: Tx, question: NewQuestion) =>
  tx
    .insertInto('customer_questions')
    .values({ ...question, ended_at: null, ended_as: null })
    .execute()

/** Ends the open questions of these events; returns which questions they had replaced. */
export async function cancelOpenQuestions(tx: Tx, eventIds: readonly number[], now: Date): Promise<number[]> {
  const rows = await tx
    .updateTable('customer_questions')
    .set({ ended_at: now, ended_as: 'cancelled' })
    .where(sql<boolean>`event_id = any(${eventIds}::bigint[])`)
    .where('ended_at', 'is', null)
    .returning('replaces')
    .execute()
  return rows.flatMap(({ replaces }) => replaces ?? [])
}

/** Reopens replaced questions whose mail had left by then. */
export const reopenQuestions = (tx: Tx, ids: readonly number[]) =>
  tx
    .updateTable('customer_questions as q')
    .from('mails as m')
    .set({ ended_at: null, ended_as: null })
    .whereRef('m.id', '=', 'q.mail_id')
    .where('m.state', '<>', 'cancelled')
    .where(sql<boolean>`q.id = any(${ids}::bigint[])`)
    .execute()

export const selectQuestion = (tx: Tx, tokenHash: Buffer) =>
  tx
    .selectFrom('customer_questions as q')
    .innerJoin('orders as o', 'o.order_id', 'q.order_id')
    .innerJoin('members as m', 'm.id', 'q.asked_by')
    .selectAll('q')
    .select([
      'o.email',
      'o.traveller_email',
      'o.process_status',
      'o.language',
      'o.country_iso2',
      'o.travel_date',
    ])
    .select('m.name as by')
    .where('q.token_hash', '=', tokenHash)
    .executeTakeFirst()

export async function selectRecipients(
  tx: Tx,
  question: { order_id: number; asked_at: Date },
): Promise<string[]> {
  const rows = await tx
    .selectFrom('mails')
    .select('recipient')
    .distinct()
    .where('order_id', '=', question.order_id)
    .where('kind', '=', 'question')
    .where('created_at', '>=', question.asked_at)
    .where('state', '<>', 'cancelled')
    .orderBy('recipient')
    .execute()
  return rows.map(({ recipient }) => recipient)
}

/** Closes a question with its one answer; false if it is no longer open. */
export async function closeAnswered(tx: Tx, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('customer_questions')
    .set({ ended_at: now, ended_as: 'answered' })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const selectOpenQuestion = (db: Db, orderId: number) =>
  db
    .selectFrom('customer_questions as q')
    .innerJoin('members as m', 'm.id', 'q.asked_by')
    .innerJoin('orders as o', 'o.order_id', 'q.order_id')
    .select(['q.sealed', 'q.asked_at', 'q.expires_at', 'o.travel_date', 'm.name as by'])
    .select(({ selectFrom }) =>
      selectFrom('mails')
        .select('mails.state')
        .whereRef('mails.order_id', '=', 'q.order_id')
        .where('mails.kind', '=', 'question')
        .whereRef('mails.created_at', '>=', 'q.asked_at')
        .orderBy('mails.created_at', 'desc')
        .limit(1)
        .as('mail_state'),
    )
    .where('q.order_id', '=', orderId)
    .where('q.ended_at', 'is', null)
    .executeTakeFirst()
