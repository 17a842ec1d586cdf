import * as contract from '#contract/proposals.ts'
import type { Proposal, Candidate } from '#contract/proposals.ts'
import { can, type Role } from '#contract/rules/roles.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { requireOpenOrders } from '#server/orders/order-access.ts'
import { recordEvent } from '#server/orders/events.ts'
import { requireOrder } from '#server/orders/orders.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { pageOf } from '#server/platform/db/page.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, recordedRead, write } from '#server/platform/http/implement.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import type { Contradiction } from '#contract/rules/document-identifiers.ts'
import { maskNumber } from '#contract/rules/masking.ts'
import type { Seal } from '#server/platform/seal.ts'
import { compareWith } from '#server/document-comparison/comparable-order.ts'
import { toCandidate, type FoundCandidate } from '#server/document-comparison/candidates.ts'
import { selectCandidates, type CandidateRow } from '#server/document-comparison/candidates.ts'
import { openContent } from './proposal-content.ts'
import {
  countOpen,
  reopenSent,
  selectProposals,
  selectProposalsById,
  lockProposals,
  setDismissed,
  type ShownProposal,
} from './proposals.queries.ts'
import { certainOrder, rankCandidates } from '#server/document-comparison/certainty.ts'

const maskNumbers = (numbers: string) => numbers.split(', ').map(maskNumber).join(', ')

/** A list masks passport numbers; `compareProposal` shows them whole and records that. */
const maskedContradiction = ({ identifier, document, order }: Contradiction): Contradiction =>
  identifier === 'passport'
    ? { identifier, document: maskNumbers(document), order: maskNumbers(order) }
    : { identifier, document, order }

const describeCandidate = ({ orderId, comparison, row }: FoundCandidate): Candidate => ({
  orderId,
  name: row.full_name,
  process_status: row.process_status,
  travel_date: row.travel_date,
  window_opens_on: row.window_opens_on,
  due_at: row.due_at && wireInstant(row.due_at),
  processing_date: row.processing_date && wireInstant(row.processing_date),
  documents: row.documents,
  agrees: comparison.agrees,
  contradicts: comparison.contradicts.map(maskedContradiction),
})

function describeProposal(
  { seal }: { seal: Seal },
  proposal: ShownProposal,
  rows: ReadonlyMap<number, CandidateRow>,
): Proposal {
  const content = openContent(seal, proposal)
  const candidates = rankCandidates(
    content.comparisons.flatMap(({ orderId, comparison }) => {
      const row = rows.get(orderId)
      return row ? [toCandidate(row, comparison)] : []
    }),
  )
  const isMailed = content.sender !== ''
  return {
    id: proposal.id,
    file: { name: content.name, content_type: proposal.content_type, size: proposal.size },
    preview: proposal.preview_file !== null,
    source: isMailed ? 'official mail' : 'dropped',
    by: isMailed ? content.sender : (proposal.member ?? ''),
    at: wireInstant(proposal.created_at),
    reads: { ...content.reads, hasText: content.text.trim() !== '' },
    candidates: candidates.map(describeCandidate),
    certain: certainOrder(candidates) !== null,
  }
}

const shownTo = ({ now, actor }: { now: Date; actor: { role: Role } }) => ({
  now,
  seesRestricted: can(actor.role, 'seeRestrictedOrders'),
})

const refuseMissing = (): never => refuse('notFound', 'There is no such proposal.')

async function describeAll(work: Work, shown: readonly ShownProposal[]): Promise<Proposal[]> {
  const orderIds = [...new Set(shown.flatMap(({ order_ids: ids }) => ids))]
  const candidates = await selectCandidates(work.tx, orderIds)
  const rows = new Map(candidates.map((row) => [row.order_id, row]))
  return shown.map((proposal) => describeProposal(work, proposal, rows))
}

export async function describeProposals(work: Work, ids: readonly number[]): Promise<Proposal[]> {
  return describeAll(work, await selectProposalsById(work.tx, ids, shownTo(work)))
}

export const countProposals = (tx: Tx, shown: { now: Date; role: Role }) =>
  countOpen(tx, shownTo({ now: shown.now, actor: shown }))

/** 404 if the member may not see it. */
export async function requireProposal(work: Work, id: number): Promise<ShownProposal> {
  const [proposal] = await selectProposalsById(work.tx, [id], shownTo(work))
  return proposal ?? refuseMissing()
}

/** Dismisses a proposal, or reopens it; the history of its certain order records that. */
async function dismissProposal(
  work: Work,
  { id, dismissed }: { id: number; dismissed: boolean },
): Promise<void> {
  const [row] = await lockProposals(work.tx, [id])
  if (!row || row.read_at === null || row.expires_at <= work.now) return refuseMissing()
  await requireOpenOrders(work.tx, work.actor, row.order_ids)
  if (row.sent_at) return refuse('conflict', `${row.sender ?? 'Official mail'} sent this document meanwhile.`)
  const changed = await setDismissed(
    work.tx,
    id,
    dismissed ? { at: work.now, memberId: work.actor.id } : null,
  )
  if (!changed || row.certain_order_id === null) return
  await recordEvent(work, {
    orderId: row.certain_order_id,
    action: dismissed ? 'proposed document dismissed' : 'proposed document reopened',
    details: { name: openContent(work.seal, row).name },
  })
}

export const reopenProposals = (work: Work, eventIds: readonly number[], orderIds: readonly number[]) =>
  reopenSent(work.tx, eventIds, orderIds)

export const proposalCalls = implement(contract, {
  /** One page of open proposals, undecided ones first; with an order, only its own. */
  listProposals: read(async (work, { query: { page = 1, limit = 100, orderId } }) => {
    const shown = { ...shownTo(work), orderId }
    const rows = await selectProposals(work.tx, shown, pageOf(page, limit))
    return { data: await describeAll(work, rows), ...(await countOpen(work.tx, shown)) }
  }),
  /** A proposed document's values beside an order's, with whole numbers; recorded as a view of that order. */
  compareProposal: recordedRead(async (work, { params: { id, orderId } }) => {
    const proposal = await requireProposal(work, id)
    await requireOrder(work.tx, orderId)
    await recordAudit(auditContext(work), 'proposal compared', { order: orderId, proposal: id })
    const [order] = await selectCandidates(work.tx, [orderId])
    const content = openContent(work.seal, proposal)
    return { data: { values: order ? compareWith(work, content, order, proposal.order_ids).values : [] } }
  }),
  dismissProposal: write(async (work, { body }) => {
    await dismissProposal(work, body)
    return {
      message: body.dismissed ? 'The document is not proposed any more.' : 'The document is proposed again.',
    }
  }),
})
