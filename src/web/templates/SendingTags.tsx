import { gapsIn } from '#contract/rules/placeholders.ts'
import { placeholders } from '#contract/rules/templates.ts'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import { statusLabels, type Status } from '#contract/rules/statuses.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './template-choice.module.css'

interface StagedMove {
  to: StagedTarget | undefined
  status: Status
  onDrop: () => void
}

interface SendingTagsProps {
  text: string
  move?: StagedMove
  onGap: (gap: string) => void
}

/** The staged move of a text, and its gaps to fill in. */
export function SendingTags({ text, move, onGap }: SendingTagsProps) {
  const gaps = gapsIn(text)
  const target = move?.to === move?.status ? undefined : move?.to
  if (gaps.length === 0 && !target) return null
  return (
    <div className={`flex wrap gap-6 ${css.tags}`}>
      {gaps.map((gap) => (
        <button
          key={gap}
          type="button"
          className={`inline-row warning ${css.gap}`}
          onClick={() => onGap(gap)}
        >
          <Icon name="pen" size={12} /> Fill in: {placeholders[gap].label}
        </button>
      ))}
      {target && (
        <span className={`inline-row muted ${css.tag}`}>
          then moves to {statusLabels[target].label}
          <button
            type="button"
            className={`stack centered ${css.remove}`}
            aria-label={`Do not move to ${statusLabels[target].label}`}
            onClick={move?.onDrop}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      )}
    </div>
  )
}
