import { useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { listProposals, type Candidate, type Proposal } from '#contract/proposals.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { useSendProposals } from './use-send-proposals.ts'

export interface ProposedDocumentOfOrder {
  proposal: Proposal
  candidate: Candidate
}

const maxProposals = 10

function findProposed(proposals: readonly Proposal[], orderId: number): ProposedDocumentOfOrder | null {
  const found = proposals.find(({ candidates: [first] }) => first?.orderId === orderId)
  const [candidate] = found?.candidates ?? []
  return found && candidate ? { proposal: found, candidate } : null
}

/** The proposed document of an order, and whether a member has accepted it in the Upload card. */
export function useProposedDocument({ order_id: orderId, process_status, uploadDoc }: OrderDetails) {
  const { data } = useRead(
    listProposals,
    { query: { orderId, limit: maxProposals } },
    { showsFailureInline: true },
  )
  const [acceptedId, setAcceptedId] = useState<number>()
  const { send, busy } = useSendProposals()
  const proposed = findProposed(data?.data ?? [], orderId)
  const accepted = proposed?.proposal.id === acceptedId ? proposed : null
  return {
    proposed,
    accepted,
    busy,
    accept: () => setAcceptedId(proposed?.proposal.id),
    discard: () => setAcceptedId(undefined),
    /** Whether the order is complete with it; null if it was not sent. */
    send: async (): Promise<boolean | null> => {
      if (!accepted) return null
      const { proposal, candidate } = accepted
      const order = { ...candidate, process_status, documents: uploadDoc.length }
      const answer = await send([{ proposal, order }])
      return answer && !answer.leftOpen.includes(orderId)
    },
  }
}
