import * as z from 'zod/mini'
import { sql } from 'kysely'
import * as contract from '#contract/drafts.ts'
import {
  draftContent,
  isEmptyDraft,
  type Draft,
  type DraftContent,
  type DraftKind,
} from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import { refuseUnknownOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'

/** A member has one draft of a kind for an order. */
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

/** Returns the new revision; undefined if the order does not exist or is erased. */
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
        // Waits for an erasure under way and then sees it.
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

const deleteDraft = (
  tx: Tx,
  { orderId, memberId, kinds }: Omit<DraftKey, 'kind'> & { kinds: readonly DraftKind[] },
  revision: number,
) =>
  tx
    .deleteFrom('drafts')
    .where('order_id', '=', orderId)
    .where('member_id', '=', memberId)
    .where('kind', 'in', [...kinds])
    .where('revision', '=', revision)
    .execute()

export const draftTtlMs = 30 * 24 * 60 * 60_000

/** The form stands beside the content, which the version before reads strictly. */
const storedDraft = z.object({
  content: draftContent,
  otherText: z._default(z.string(), ''),
  form: z._default(z.string(), ''),
})

function toStored({ form, ...content }: DraftContent, otherText: string) {
  return { content, otherText, form }
}

interface DraftRow {
  kind: DraftKind
  revision: number
  sealed: Buffer
}

export const openDraft = (
  seal: Pick<Seal, 'open'>,
  orderId: number,
  { kind, revision, sealed }: DraftRow,
): Draft => {
  const { content, otherText, form } = seal.open(storedDraft, 'drafts.sealed', orderId, sealed)
  return { kind, revision, content: { ...content, form }, other: otherText }
}

async function findDraft({ tx, seal }: Work, key: DraftKey): Promise<Draft | null> {
  const row = await selectDraft(tx, key)
  return row ? openDraft(seal, key.orderId, row) : null
}

/** Text typed on another page that the new text neither builds on nor contains: it is kept beside the new text. */
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

/** Saves the caller's draft (product §12); the revision is null if the draft is empty. */
async function keepDraft(
  work: Work,
  body: Body<typeof contract.keepDraft>,
): Promise<{ revision: number | null; other: string }> {
  const { tx, seal, actor, now } = work
  const { orderId, kind, content } = body
  const key = { orderId, memberId: actor.id, kind }
  // A concurrent first save waits and then finds this one.
  await lockByName(tx, `draft ${actor.id} ${orderId} ${kind}`)
  const found = await findDraft(work, key)
  const other = otherTextBeside(found, body)
  if (isEmptyDraft(content) && other === '') {
    if (found) await deleteDraft(tx, { ...key, kinds: [kind] }, found.revision)
    return { revision: null, other }
  }
  const sealed = seal.seal('drafts.sealed', orderId, toStored(content, other))
  const revision = await upsertDraft(tx, key, { sealed, now })
  return { revision: revision ?? refuseUnknownOrder(orderId), other }
}

/** Deletes the draft of what was sent in the sending transaction; a draft changed since stays. */
export async function endDraft(
  { tx, actor }: Work,
  {
    orderId,
    kinds,
    revision,
  }: { orderId: number; kinds: readonly DraftKind[]; revision: number | undefined },
): Promise<void> {
  if (revision !== undefined) await deleteDraft(tx, { orderId, memberId: actor.id, kinds }, revision)
}

export const eraseDrafts = (tx: Tx, orderId: number) =>
  tx.deleteFrom('drafts').where('order_id', '=', orderId).execute()

export const deleteMemberDrafts = (tx: Tx, memberId: number) =>
  tx.deleteFrom('drafts').where('member_id', '=', memberId).execute()

export const draftCalls = implement(contract, {
  keepDraft: write(async (work, { body }) => ({ data: await keepDraft(work, body) })),
})
