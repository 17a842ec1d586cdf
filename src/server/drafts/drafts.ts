import * as z from 'zod/mini'
import * as contract from '#contract/drafts.ts'
import { draftChanged, draftContent, isEmptyDraft, type Draft, type DraftKind } from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import { refuseUnknownOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import {
  deleteDraft,
  deleteDraftsOfMember,
  deleteDraftsOfOrder,
  selectDraft,
  upsertDraft,
  type DraftKey,
} from './drafts.queries.ts'

export const draftTtlMs = 30 * 24 * 60 * 60_000

const storedDraft = z.object({ content: draftContent, other: z.nullable(draftContent) })

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
): Draft => ({ kind, revision, ...seal.open(storedDraft, 'drafts.sealed', orderId, sealed) })

async function findDraft({ tx, seal }: Work, key: DraftKey): Promise<Draft | null> {
  const row = await selectDraft(tx, key)
  return row ? openDraft(seal, key.orderId, row) : null
}

/** 409 with what there is, so that the page can keep both texts. */
const refuseChanged = (found: Draft | null): never =>
  refuse('conflict', 'This text was changed on another page.', { code: draftChanged, data: { draft: found } })

/** Keeps what the caller is writing (product §12); answers its revision, null where nothing is left to keep. */
async function keepDraft(
  work: Work,
  { orderId, kind, content, revision, page, saveNumber, other }: Body<typeof contract.keepDraft>,
): Promise<number | null> {
  const { tx, seal, actor, now } = work
  const key = { orderId, memberId: actor.id, kind }
  const found = await findDraft(work, key)
  if (!found && revision !== null) return refuseChanged(null)
  const stored = { content, other: other === undefined ? (found?.other ?? null) : other }
  if (isEmptyDraft(content) && !stored.other) {
    if (found && (found.revision !== revision || !(await deleteDraft(tx, key, revision))))
      return refuseChanged(await findDraft(work, key))
    return null
  }
  const sealed = seal.seal('drafts.sealed', orderId, stored)
  const kept = await upsertDraft(tx, key, { revision, sealed, pageId: page, saveNumber, now })
  if (kept !== undefined) return kept
  const changed = await findDraft(work, key)
  return changed ? refuseChanged(changed) : refuseUnknownOrder(orderId)
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
  keepDraft: write(async (work, { body }) => ({ data: { revision: await keepDraft(work, body) } })),
})
