import { listProposals, sendDocuments, type Proposal } from '#contract/proposals.ts'
import { contradictionText } from '#contract/rules/document-identifiers.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { useCall } from '#web/lib/endpoint-hooks.ts'
import { useConfirm } from '#web/ui/confirm.tsx'
import { joinFirst, skippedText } from '#web/undo/outcome-texts.ts'
import { bulkCallSettings, useUndoToast } from '#web/undo/use-undo-toast.ts'
import type { TargetOrder } from './target-order.ts'

export interface ProposalToSend {
  proposal: Pick<Proposal, 'id'>
  order: TargetOrder
}

const maxShownOrders = 5

const question = (contradicting: readonly ProposalToSend[]) => ({
  title:
    contradicting.length === 1
      ? `Send the document although it contradicts order ${contradicting[0]?.order.orderId}?`
      : `Send ${contradicting.length} documents although they contradict their orders?`,
  text: contradicting.flatMap(({ order }) => order.contradicts.map(contradictionText)).join(' '),
  tone: 'ink' as const,
})

/** Sends proposals as documents, after a confirmation for contradictions; null if none was sent. */
export function useSendProposals() {
  const confirm = useConfirm()
  const showSuccess = useUndoToast()
  const { call, busy } = useCall(sendDocuments, {
    ...bulkCallSettings,
    refreshes: [listProposals, ...orderReadEndpoints],
  })

  const send = async (items: readonly ProposalToSend[]) => {
    const contradicting = items.filter(({ order }) => order.contradicts.length > 0)
    if (contradicting.length > 0 && !(await confirm(question(contradicting)))) return null
    const answer = await call({
      body: {
        proposals: items.map(({ proposal: { id }, order }) => ({
          id,
          orderId: order.orderId,
          expectedStatus: order.process_status,
          expectedDocuments: order.documents,
        })),
      },
    })
    if (!answer) return null
    const { updated, skipped, leftOpen, undo, warnings } = answer.data
    const reasons = warnings.flatMap(({ orderId, warnings: of }) => of.map((it) => `${orderId}: ${it}`))
    showSuccess({
      title: answer.message,
      text: [
        `${joinFirst(updated.map(String), maxShownOrders, ', ')}; ${skippedText(skipped) || 'none skipped'}.`,
        ...(leftOpen.length > 0
          ? [`Open until every traveller has one: ${joinFirst(leftOpen.map(String), maxShownOrders, ', ')}.`]
          : []),
        ...reasons,
      ].join(' '),
      undo,
      tone: reasons.length > 0 || skipped.length > 0 ? 'warn' : 'good',
      mailedOrders: updated,
    })
    return answer.data
  }
  return { send, busy }
}
