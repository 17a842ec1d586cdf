import { Button, VisuallyHidden } from '@mantine/core'
import { compareProposal, type Proposal } from '#contract/proposals.ts'
import { identifiers } from '#contract/rules/document-identifiers.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { ProposalPicture } from '#web/proposed-document/ProposalPicture.tsx'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'
import { canAskCustomer } from '#web/questions/ask-address.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { AskAboutDocument } from './AskAboutDocument.tsx'
import css from './proposals.module.css'

interface ProposalDetailsProps {
  proposal: Proposal
  order: TargetOrder | null
  onDismiss: () => void
}

/** A proposed document large, and what it says beside what its order says: each such look is recorded. */
export function ProposalDetails({ proposal, order, onDismiss }: ProposalDetailsProps) {
  return (
    <aside className={`flex gap-10 shrinkable ${css.details}`} aria-label="First page">
      {order && <ComparedValues id={proposal.id} orderId={order.orderId} />}
      <div className="flex gap-8">
        {order && !proposal.certain && canAskCustomer(order.process_status) && (
          <AskAboutDocument key={`${proposal.id} ${order.orderId}`} order={order} />
        )}
        <Button size="xs" onClick={onDismiss} aria-keyshortcuts="x">
          Not a document <Kbd>x</Kbd>
        </Button>
      </div>
      <ProposalPicture proposal={proposal} size="large" />
    </aside>
  )
}

function ComparedValues({ id, orderId }: { id: number; orderId: number }) {
  const { data } = useRead(compareProposal, { params: { id, orderId } }, { showsFailureInline: true })
  return (
    <table className={`small tight ${css.values}`}>
      <thead>
        <tr>
          <th scope="col">
            <VisuallyHidden>Identifier</VisuallyHidden>
          </th>
          <th scope="col">document</th>
          <th scope="col">order {orderId}</th>
        </tr>
      </thead>
      <tbody>
        {(data?.data.values ?? []).map(({ identifier, document, order, agrees }) => (
          <tr key={identifier} data-contradicts={agrees === false || undefined}>
            <th scope="row">{identifiers[identifier].label}</th>
            <td>
              <bdi>{orMissingText(document)}</bdi>
            </td>
            <td>
              <bdi>{orMissingText(order)}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
