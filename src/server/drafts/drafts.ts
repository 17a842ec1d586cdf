import * as z from 'zod/mini'
import { sql } from 'kysely'
import * as contract from '#contract/drafts.ts'
import { draftContent, isEmptyDraft, type Draft, type DraftKind } from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import { refuseUnknownOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'

/** Which draft: a member has one of a kind for an order. */
interface DraftKey {
  orderId: number
  memberId: number
  kind: DraftKind
}

const selectDraft = (tx: Tx, { orderId, memberId, kind }: DraftKey) =>
  tx
    .selectFrom('drafts')
    .select(['kind', 'revision', 'sealed'])
    .where('order_id', '=', orderId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .executeTakeFirst()

/** Writes a draft and answers its new revision; undefined where there is no such order or its data are erased. */
async function upsertDraft(
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
const deleteDraft = (tx: Tx, { orderId, memberId, kind }: DraftKey, revision: number) =>
  tx
    .deleteFrom('drafts')
    .where('order_id', '=', orderId)
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('revision', '=', revision)
    .execute()

const deleteDraftsOfOrder = (tx: Tx, orderId: number) =>
  tx.deleteFrom('drafts').where('order_id', '=', orderId).execute()

const deleteDraftsOfMember = (tx: Tx, memberId: number) =>
  tx.deleteFrom('drafts').where('member_id', '=', memberId).execute()

export const draftTtlMs = 30 * 24 * 60 * 60_000

const storedDraft = z.object({ content: draftContent, otherText: z._default(z.string(), '') })

interface DraftRow {
  kind: DraftKind
  revision: number
  sealed: Buffer
}

/** A draft as the wire has it. */
export const openDraft = (
  seal: Pick<Seal, 'open'>,
  orderId: number,
  { kind, revision, sealed }: DraftRow,
): Draft => {
  const { content, otherText } = seal.open(storedDraft, 'drafts.sealed', orderId, sealed)
  return { kind, revision, content, other: otherText }
}

async function findDraft({ tx, seal }: Work, key: DraftKey): Promise<Draft | null> {
  const row = await selectDraft(tx, key)
  return row ? openDraft(seal, key.orderId, row) : null
}

/**
 * The text that stays beside a new one, so that no page destroys what was typed on another: what the new text was not
 * written on, and does not contain.
 */
function otherTextBeside(
  found: Draft | null,
  { content: { text }, revision, withoutOther = false }: Body<typeof contract.keepDraft>,
): string {
  if (!found) return ''
  const isWrittenOnFound = found.revision === revision
  if (isWrittenOnFound && withoutOther) return ''
  const texts = new Set(isWrittenOnFound ? [found.other] : [found.other, found.content.text])
  return [...texts].filter((other) => other.trim() !== '' && !text.includes(other)).join('\n\n')
}

/** Keeps what the caller is writing (product §12); the revision is null where nothing is left to keep. */
async function keepDraft(
  work: Work,
  body: Body<typeof contract.keepDraft>,
): Promise<{ revision: number | null; other: string }> {
  const { tx, seal, actor, now } = work
  const { orderId, kind, content } = body
  const key = { orderId, memberId: actor.id, kind }
  // Of two first texts at once the second finds the other one.
  await lockByName(tx, `draft ${actor.id} ${orderId} ${kind}`)
  const found = await findDraft(work, key)
  const other = otherTextBeside(found, body)
  if (isEmptyDraft(content) && other === '') {
    if (found) await deleteDraft(tx, key, found.revision)
    return { revision: null, other }
  }
  const sealed = seal.seal('drafts.sealed', orderId, { content, otherText: other })
  const revision = await upsertDraft(tx, key, { sealed, now })
  return { revision: revision ?? refuseUnknownOrder(orderId), other }
}

/** Ends the draft of what was sent, in its transaction; one that was changed since stays. */
export async function endDraft(
  { tx, actor }: Work,
  { orderId, kind, revision }: { orderId: number; kind: DraftKind; revision: number | undefined },
): Promise<void> {
  if (revision !== undefined) await deleteDraft(tx, { orderId, memberId: actor.id, kind }, revision)
}

/** With an order's erasure. */
export const eraseDrafts = (tx: Tx, orderId: number) => deleteDraftsOfOrder(tx, orderId)

/** With a member's removal. */
export const deleteMemberDrafts = (tx: Tx, memberId: number) => deleteDraftsOfMember(tx, memberId)

export const draftCalls = implement(contract, {
  keepDraft: write(async (work, { body }) => ({ data: await keepDraft(work, body) })),
})
