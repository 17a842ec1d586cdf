import { sql, type Insertable, type Selectable } from 'kysely'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { countRows, type Page } from '#server/platform/db/page.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type ProposalRow = Selectable<Tables['proposals']>
type NewProposal = Pick<
  Insertable<Tables['proposals']>,
  | 'created_at'
  | 'expires_at'
  | 'member_id'
  | 'message_file_id'
  | 'stored_as'
  | 'file_key'
  | 'content_type'
  | 'size'
  | 'sha256'
  | 'sealed'
  | 'order_ids'
>

/** Undefined if the same file is already proposed. */
export const insertProposal = (tx: Tx, proposal: NewProposal) =>
  tx
    .insertInto('proposals')
    .values({
      ...proposal,
      preview_file: null,
      preview_key: null,
      attempted_at: null,
      read_at: null,
      certain_order_id: null,
      send_at: null,
      dismissed_at: null,
      dismissed_by: null,
      sent_at: null,
      sent_by: null,
      sent_order_id: null,
      sent_event_id: null,
    })
    .onConflict((same) => same.column('sha256').doNothing())
    .returning('id')
    .executeTakeFirst()

/** The open proposal of the same file; a dismissed one is reopened. */
export const reopenSameFile = (tx: Tx, sha256: Buffer) =>
  tx
    .updateTable('proposals')
    .set({ dismissed_at: null, dismissed_by: null })
    .where('sha256', '=', sha256)
    .returning('id')
    .executeTakeFirst()

/** The order whose document, in force, is this file. */
export const selectOrderOfDocument = (tx: Tx, sha256: Buffer) =>
  tx
    .selectFrom('documents as d')
    .innerJoin('orders as o', 'o.order_id', 'd.order_id')
    .select(['d.order_id', 'o.restricted_at'])
    .where('d.sha256', '=', sha256)
    .where('d.withdrawn_at', 'is', null)
    .limit(1)
    .executeTakeFirst()

const openProposals = (tx: Tx, now: Date, seesRestricted: boolean) =>
  tx
    .selectFrom('proposals as p')
    .where('p.read_at', 'is not', null)
    .where('p.sent_at', 'is', null)
    .where('p.dismissed_at', 'is', null)
    .where('p.expires_at', '>', now)
    .$if(!seesRestricted, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('orders as r')
              .select('r.order_id')
              .where(sql<boolean>`r.order_id = any(p.order_ids)`)
              .where('r.restricted_at', 'is not', null),
          ),
        ),
      ),
    )

export interface Shown {
  now: Date
  seesRestricted: boolean
  orderId?: number | undefined
}

const ofOrder = (orderId: number | undefined) =>
  orderId === undefined ? sql<boolean>`true` : sql<boolean>`p.order_ids @> array[${orderId}]::bigint[]`

/** Undecided proposals first, then certain ones; newest first. */
export const selectProposals = (tx: Tx, { now, seesRestricted, orderId }: Shown, { limit, offset }: Page) =>
  openProposals(tx, now, seesRestricted)
    .leftJoin('members as m', 'm.id', 'p.member_id')
    .selectAll('p')
    .select('m.name as member')
    .where(ofOrder(orderId))
    .orderBy(sql`p.certain_order_id is not null`)
    .orderBy('p.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
export type ShownProposal = Awaited<ReturnType<typeof selectProposals>>[number]

export const selectProposalsById = (tx: Tx, ids: readonly number[], { now, seesRestricted }: Shown) =>
  openProposals(tx, now, seesRestricted)
    .leftJoin('members as m', 'm.id', 'p.member_id')
    .selectAll('p')
    .select('m.name as member')
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .execute()

export async function countOpen(tx: Tx, { now, seesRestricted, orderId }: Shown) {
  const open = openProposals(tx, now, seesRestricted).select('p.id').where(ofOrder(orderId))
  return {
    count: await countRows(tx, open),
    certainCount: await countRows(tx, open.where('p.certain_order_id', 'is not', null)),
  }
}

/** Claims the next unread proposals for this reader; an old claim has lost its reader. */
export const claimUnread = (
  tx: Tx,
  {
    now,
    lostBefore,
    maxAttempts,
    limit,
  }: { now: Date; lostBefore: Date; maxAttempts: number; limit: number },
) =>
  tx
    .updateTable('proposals')
    .set(({ eb }) => ({ attempted_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('proposals')
        .select('id')
        .where('read_at', 'is', null)
        .where('attempts', '<', maxAttempts)
        .where((the) => the.or([the('attempted_at', 'is', null), the('attempted_at', '<', lostBefore)]))
        .orderBy('id')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

export const claimOne = (tx: Tx, id: number, now: Date) =>
  tx
    .updateTable('proposals')
    .set(({ eb }) => ({ attempted_at: now, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('attempted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()

export interface ReadColumns {
  read_at: Date
  sealed: Buffer
  preview_file: string | null
  preview_key: Buffer | null
  order_ids: number[]
  certain_order_id: number | null
  send_at: Date | null
}

/** False if another reader was faster, or the proposal is gone. */
export async function recordRead(tx: Tx, id: number, read: ReadColumns): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('proposals')
    .set(read)
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** One proposal that is due to be sent automatically. */
export const selectDue = (tx: Tx, now: Date): Promise<ProposalRow | undefined> =>
  tx
    .selectFrom('proposals')
    .selectAll()
    .where('send_at', '<=', now)
    .orderBy('send_at')
    .limit(1)
    .executeTakeFirst()

/** Cancels the automatic sending. */
export const clearDue = (tx: Tx, id: number) =>
  tx.updateTable('proposals').set({ send_at: null }).where('id', '=', id).execute()

/** Locked by id, so that of two concurrent senders the second sees what the first did. */
export const lockProposals = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('proposals as p')
    .leftJoin('members as s', 's.id', 'p.sent_by')
    .leftJoin('members as d', 'd.id', 'p.dismissed_by')
    .selectAll('p')
    .select(['s.name as sender', 'd.name as dismisser'])
    .where(sql<boolean>`p.id = any(${[...ids]}::bigint[])`)
    .orderBy('p.id')
    .forUpdate('p')
    .execute()
export type LockedProposal = Awaited<ReturnType<typeof lockProposals>>[number]

export const markSent = (
  tx: Tx,
  id: number,
  sent: { sent_at: Date; sent_by: number | null; sent_order_id: number; sent_event_id: number },
) =>
  tx
    .updateTable('proposals')
    .set({ ...sent, send_at: null })
    .where('id', '=', id)
    .execute()

/** Reopens proposals whose upload was undone. */
export const reopenSent = (tx: Tx, eventIds: readonly number[], orderIds: readonly number[]) =>
  tx
    .updateTable('proposals')
    .set({ sent_at: null, sent_by: null, sent_order_id: null, sent_event_id: null })
    .where(sql<boolean>`sent_event_id = any(${[...eventIds]}::bigint[])`)
    .where(sql<boolean>`sent_order_id = any(${[...orderIds]}::bigint[])`)
    .execute()

/** Undefined if nothing changes. */
export const setDismissed = (tx: Tx, id: number, by: { at: Date; memberId: number } | null) =>
  tx
    .updateTable('proposals')
    .set({ dismissed_at: by?.at ?? null, dismissed_by: by?.memberId ?? null, send_at: null })
    .where('id', '=', id)
    .where('dismissed_at', by ? 'is' : 'is not', null)
    .returning('id')
    .executeTakeFirst()

/** A deleted proposal, and its mail. */
export interface GoneProposal {
  id: number
  message_file_id: number | null
  /** The proposal was neither sent nor dismissed. */
  is_undecided: boolean
}

/** Deletes proposals with their files, which go after the commit unless a document names them. */
const deleteWhere = (condition: ReturnType<typeof sql<boolean>>) => sql<GoneProposal>`
  with gone as (
    delete from proposals where ${condition}
    returning id, message_file_id, stored_as, preview_file, sent_at is null and dismissed_at is null as is_undecided
  ),
  noted as (
    insert into erased_files (place, name)
    select 'store', stored_as from gone
    union all
    select 'store', preview_file from gone where preview_file is not null
  )
  select id, message_file_id, is_undecided from gone`

const deleteAndAnswer = async (tx: Tx, condition: ReturnType<typeof sql<boolean>>) =>
  (await deleteWhere(condition).execute(tx)).rows

export const deleteExpiredProposals = (tx: Tx, now: Date) =>
  deleteAndAnswer(tx, sql<boolean>`expires_at <= ${now}`)

export const deleteProposal = (tx: Tx, id: number) => deleteAndAnswer(tx, sql<boolean>`id = ${id}`)

/** Deletes an expired proposal of the same file, so that the file can be proposed anew. */
export const deleteStale = (tx: Tx, sha256: Buffer, now: Date) =>
  deleteAndAnswer(tx, sql<boolean>`sha256 = ${sha256} and (expires_at <= ${now} or sent_at is not null)`)

/** A proposal that may be other orders' too stays for these. */
export async function deleteOfOrder(tx: Tx, orderId: number): Promise<void> {
  await deleteAndAnswer(
    tx,
    sql<boolean>`sent_order_id = ${orderId} or certain_order_id = ${orderId} or order_ids = array[${orderId}]::bigint[]`,
  )
  await sql`
    update proposals set order_ids = array_remove(order_ids, ${orderId}::bigint)
    where order_ids @> array[${orderId}]::bigint[]
  `.execute(tx)
}

/** Whether a file was read, or is no longer to be read. */
export async function isRead(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom('proposals').select('read_at').where('id', '=', id).executeTakeFirst()
  return row === undefined || row.read_at !== null
}
