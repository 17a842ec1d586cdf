import { Button } from '@mantine/core'
import { formatFileSize } from '#web/ui/format-file-size.ts'
import { KeyButton } from '#web/ui/KeyButton.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Agreement } from './Agreement.tsx'
import { ProposalPicture } from './ProposalPicture.tsx'
import css from './proposed-document.module.css'
import type { ProposedDocumentOfOrder } from './use-proposed-document.ts'

interface ProposedDocumentProps {
  proposed: ProposedDocumentOfOrder
  disabled: boolean
  onOtherFile: () => void
}

/** Replaces the file field, at the same height. */
export function ProposedDocument({ proposed, disabled, onOtherFile }: ProposedDocumentProps) {
  const { proposal, candidate } = proposed
  return (
    <div className={`flex gap-12 small tight ${css.document}`}>
      <ProposalPicture proposal={proposal} size="middle" />
      <div className="grow">
        <p className="break-words medium">
          <ExternalText>{proposal.file.name}</ExternalText>
        </p>
        <p className={`faint ${css.size}`}>
          {formatFileSize(proposal.file.size)},{' '}
          {proposal.source === 'official mail' ? 'official mail' : `dropped by ${proposal.by}`}
        </p>
        <Agreement agrees={candidate.agrees} contradicts={candidate.contradicts} />
        <Button size="xs" className={css.other} disabled={disabled} onClick={onOtherFile}>
          Other file
        </Button>
      </div>
    </div>
  )
}

/** Lies over the empty field, so that nothing moves when it appears. */
export const ProposalOffer = ({
  proposed,
  onAccept,
}: {
  proposed: ProposedDocumentOfOrder
  onAccept: () => void
}) => (
  <div
    className={`row spread gap-8 small ${css.offer}`}
    data-doubtful={!proposed.proposal.certain || undefined}
  >
    <span className="shrinkable truncate">
      Proposed: <ExternalText>{proposed.proposal.file.name}</ExternalText>
    </span>
    <KeyButton size="xs" action="acceptProposal" onClick={onAccept}>
      Use it
    </KeyButton>
  </div>
)
