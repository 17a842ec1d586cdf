import { useId, type RefObject } from 'react'
import type { Proposal } from '#contract/proposals.ts'
import { formatCount } from '#web/ui/format-count.ts'
import css from './proposals.module.css'
import { ProposalRow } from './ProposalRow.tsx'
import { focusRow } from './row-focus.ts'
import type { useChoices } from './use-choices.ts'

interface ProposalGroupProps {
  title: string
  hint: string
  proposals: readonly Proposal[]
  choices: ReturnType<typeof useChoices>
  currentId: number | undefined
  list: RefObject<HTMLElement | null>
}

/** Proposals under their heading; none where there are none. */
export function ProposalGroup({ title, hint, proposals, choices, currentId, list }: ProposalGroupProps) {
  const heading = useId()
  if (proposals.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <h2 className={`row gap-8 muted tiny strong ${css.groupHeading}`} id={heading}>
        <span className="nowrap">
          {title} {formatCount(proposals.length)}
        </span>{' '}
        <span className={`faint ${css.hint}`}>{hint}</span>
      </h2>
      <ul>
        {proposals.map((proposal) => (
          <ProposalRow
            key={proposal.id}
            proposal={proposal}
            order={choices.targetOf(proposal)}
            isChosen={choices.isChosen(proposal)}
            isCurrent={proposal.id === currentId}
            onChoose={(isOn) => choices.choose(proposal.id, isOn)}
            onOrder={(order) => choices.setTarget(proposal.id, order)}
            onLeaveField={() => list.current && focusRow(list.current, proposal.id)}
          />
        ))}
      </ul>
    </section>
  )
}
