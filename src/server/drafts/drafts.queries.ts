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

/** Writes a draft and answers its new revision; undefined where there is no such order or its data are erased. */
export async function upsertDraft(
  tx: Tx,
  { orderId, memberId, kind }: DraftKey,
  { sealed, now }: { sealed: Buffer; now: Date },
): Promise<number | undefined> {
  const row = await tx
    .insertInto('drafts')
    .columns(['order_id', 'member_id', 'kind', 'sealed', 'updated_at'])
    .expression((db) =>
      db
        .selectFrom('orders')
        .select('order_id')
        .select([
          sql<number>`${memberId}::bigint`.as('member_id'),
          sql<DraftKind>`${kind}`.as('kind'),
          sql<Buffer>`${sealed}::bytea`.as('sealed'),
          sql<Date>`${now}::timestamptz`.as('updated_at'),
        ])
        .where('order_id', '=', orderId)
        .where('erased_at', 'is', null)
        // An erasure that is under way is waited for, and then seen.
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'member_id', 'kind']).doUpdateSet({
        revision: sql`default`,
        sealed: (the) => the.ref('excluded.sealed'),
        updated_at: (the) => the.ref('excluded.updated_at'),
      }),
    )
    .returning('revision')
    .executeTakeFirst()
  return row?.revision
}

/** Deletes the draft if it is still of this revision. */
export const deleteDraft = (tx: Tx, { orderId, memberId, kind }: DraftKey, revision: number) =>
  tx
    .deleteFrom('drafts')
    .where('order_id', '=', orderId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .execute()

export const deleteDraftsOfOrder = (tx: Tx, orderId: number) =>
  tx.deleteFrom('drafts').where('order_id', '=', orderId).execute()

export const deleteDraftsOfMember = (tx: Tx, memberId: number) =>
  tx.deleteFrom('drafts').where('member_id', '=', memberId).execute()
