import * as z from 'zod/mini'
import * as contract from '#contract/drafts.ts'
import { draftContent, isEmptyDraft, type Draft, type DraftKind } from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import { refuseUnknownOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
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
