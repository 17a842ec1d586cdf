import { wireInstant } from '#contract/rules/dates.ts'
import type { Contradiction } from '#contract/rules/document-identifiers.ts'
import { maskNumber } from '#contract/rules/masking.ts'
import type { Candidate, Proposal } from '#contract/proposals.ts'
import type { Seal } from '#server/platform/seal.ts'
import { toCandidate, type FoundCandidate } from './candidates.ts'
import type { CandidateRow } from './candidates.queries.ts'
import { certainOrder, rankCandidates } from './certainty.ts'
import { openContent } from './proposal-content.ts'
import type { ShownProposal } from './proposals.queries.ts'

const maskNumbers = (numbers: string) => numbers.split(', ').map(maskNumber).join(', ')

/** A list tells numbers of passports apart; whoever needs them whole compares, which is recorded. */
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

/** A proposal with the orders that it was compared with, as they are now. */
export function describeProposal(
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
