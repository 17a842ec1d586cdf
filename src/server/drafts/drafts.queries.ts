import { sql } from 'kysely'
import type { DraftKind } from '#contract/drafts.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** Which draft: a member has one of a kind for an order. */
export interface DraftKey {
  orderId: number
  memberId: number
  kind: DraftKind
}

export const selectDraft = (tx: Tx, { orderId, memberId, kind }: DraftKey) =>
  tx
    .selectFrom('drafts')
    .select(['kind', 'revision', 'sealed'])
    .where('order_id', '=', orderId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .executeTakeFirst()

interface DraftSave {
  /** What it follows; null where there is none. */
  revision: number | null
  sealed: Buffer
  pageId: string
  saveNumber: number
  now: Date
}

/** The stored draft is the one that is followed, or an earlier save of the same page. */
const isFollowedBy = (revision: number | null) =>
  sql<boolean>`drafts.revision = ${revision} or (drafts.page_id = excluded.page_id and drafts.save_number < excluded.save_number)`

/**
 * Writes a draft in the place of the one that it follows, or of an earlier save of the same page; answers the new revision.
 * Undefined where another page's is there, and where there is no such order or its data are erased.
 */
export async function upsertDraft(
  tx: Tx,
  { orderId, memberId, kind }: DraftKey,
  { revision, sealed, pageId, saveNumber, now }: DraftSave,
): Promise<number | undefined> {
  const row = await tx
    .insertInto('drafts')
    .columns(['order_id', 'member_id', 'kind', 'sealed', 'page_id', 'save_number', 'updated_at'])
    .expression((db) =>
      db
        .selectFrom('orders')
        .select('order_id')
        .select([
          sql<number>`${memberId}::bigint`.as('member_id'),
          sql<DraftKind>`${kind}`.as('kind'),
          sql<Buffer>`${sealed}::bytea`.as('sealed'),
          sql<string>`${pageId}::uuid`.as('page_id'),
          sql<number>`${saveNumber}::integer`.as('save_number'),
          sql<Date>`${now}::timestamptz`.as('updated_at'),
        ])
        .where('order_id', '=', orderId)
        .where('erased_at', 'is', null)
        // An erasure that is under way is waited for, and then seen.
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'member_id', 'kind'])
        .doUpdateSet({
          revision: sql`default`,
          sealed: (the) => the.ref('excluded.sealed'),
          page_id: (the) => the.ref('excluded.page_id'),
          save_number: (the) => the.ref('excluded.save_number'),
          updated_at: (the) => the.ref('excluded.updated_at'),
        })
        .where(isFollowedBy(revision)),
    )
    .returning('revision')
    .executeTakeFirst()
  return row?.revision
}

/** Deletes the draft if it is still of this revision; whether it was. */
export async function deleteDraft(
  tx: Tx,
  { orderId, memberId, kind }: DraftKey,
  revision: number,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('drafts')
    .where('order_id', '=', orderId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export const deleteDraftsOfOrder = (tx: Tx, orderId: number) =>
  tx.deleteFrom('drafts').where('order_id', '=', orderId).execute()

export const deleteDraftsOfMember = (tx: Tx, memberId: number) =>
  tx.deleteFrom('drafts').where('member_id', '=', memberId).execute()
