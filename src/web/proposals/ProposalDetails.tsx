import { Button } from '@mantine/core'
import { compareProposal, type Proposal } from '#contract/proposals.ts'
import { identifiers } from '#contract/rules/document-identifiers.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import css from './ProposalDetails.module.css'
import { ProposalPicture } from '#web/proposed-document/ProposalPicture.tsx'

interface ProposalDetailsProps {
  proposal: Proposal
  orderId: number | undefined
  onDismiss: () => void
}

/** A proposed document large, and what it says beside what its order says: each such look is recorded. */
export function ProposalDetails({ proposal, orderId, onDismiss }: ProposalDetailsProps) {
  return (
    <aside className={css.details} aria-label="First page">
      {orderId !== undefined && <ComparedValues id={proposal.id} orderId={orderId} />}
      <div className={css.acts}>
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
    <table className={css.values}>
      <thead>
        <tr>
          <th scope="col">says</th>
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
