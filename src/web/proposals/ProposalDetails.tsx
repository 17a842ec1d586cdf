import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { compareProposal, type Proposal } from '#contract/proposals.ts'
import { identifiers, fieldsOfIdentifiers } from '#contract/rules/document-identifiers.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { ProposalPicture } from '#web/proposed-document/ProposalPicture.tsx'
import type { TargetOrder } from '#web/proposed-document/target-order.ts'
import { canAskCustomer } from '#web/questions/ask-address.ts'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { getOrder } from '#contract/order-details.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './proposals.module.css'

interface ProposalDetailsProps {
  proposal: Proposal
  order: TargetOrder | null
  onDismiss: () => void
}

/** The picture of a proposed document, and its values beside the order's; each view is recorded. */
export function ProposalDetails({ proposal, order, onDismiss }: ProposalDetailsProps) {
  return (
    <aside className={`flex gap-10 shrinkable ${css.details}`} aria-label="First page">
      {order && <ComparedValues id={proposal.id} orderId={order.orderId} />}
      <div className="flex gap-8">
        {order && !proposal.certain && canAskCustomer(order.process_status) && (
          <AskAboutDocument key={`${proposal.id} ${order.orderId}`} order={order} />
        )}
        <KeyButton size="xs" onClick={onDismiss} action="dismissProposal">
          Not a document
        </KeyButton>
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
              <ExternalText>{orMissingText(document)}</ExternalText>
            </td>
            <td>
              <ExternalText>{orMissingText(order)}</ExternalText>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const AskCustomerDialog = lazyDialog(
  () => import('#web/questions/AskCustomerDialog.tsx'),
  'AskCustomerDialog',
)

function AskAboutDocument({ order: { orderId, contradicts } }: { order: TargetOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  // Loaded on request, since a view of an order is recorded.
  const { data, error, refetch } = useRead(getOrder, { params: { orderId } }, { enabled: isOpen })
  const ask = () => {
    setIsOpen(true)
    if (error) void refetch()
  }
  useShortcuts({ ask })
  const order = data?.orderDetails
  const fields = fieldsOfIdentifiers(contradicts.map(({ identifier }) => identifier))
  return (
    <>
      <KeyButton size="xs" action="ask" onClick={ask}>
        Ask the customer
      </KeyButton>
      {order && (
        <AskCustomerDialog
          order={order}
          proposed={{ fields, isAdded: true }}
          opened={isOpen}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
