import type { Candidate } from '#contract/proposals.ts'
import type { Status } from '#contract/rules/statuses.ts'

export interface TargetOrder {
  orderId: number
  name: string
  process_status: Status
  travel_date: string | null
  window_opens_on: string | null
  due_at: string | null
  processing_date: string | null
  /** Number of its documents, if known. */
  documents?: number
  contradicts: Candidate['contradicts']
}
