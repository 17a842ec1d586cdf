import { gapsIn } from '#contract/rules/placeholders.ts'
import { placeholders } from '#contract/rules/templates.ts'
import type { StagedTarget } from '#contract/rules/staged-moves.ts'
import { statusLabels, type Status } from '#contract/rules/statuses.ts'
import { Icon } from '#web/ui/Icon.tsx'
import css from './SendingTags.module.css'

interface SendingTagsProps {
  text: string
  moveTo: StagedTarget | undefined
  /** The order's. */
  status: Status
  onDropMove: () => void
  onGap: (gap: string) => void
}

/** What sending does beside the text, and what has to be filled in before it. */
export function SendingTags({ text, moveTo, status, onDropMove, onGap }: SendingTagsProps) {
  const gaps = gapsIn(text)
  const isMoving = moveTo !== undefined && moveTo !== status
  if (gaps.length === 0 && !isMoving) return null
  return (
    <div className={css.tags}>
      {gaps.map((gap) => (
        <button key={gap} type="button" className={css.gap} onClick={() => onGap(gap)}>
          <Icon name="pen" size={12} /> Fill in: {placeholders[gap].label}
        </button>
      ))}
      {isMoving && (
        <span className={css.tag}>
          then moves to {statusLabels[moveTo].label}
          <button
            type="button"
            className={css.remove}
            aria-label={`Do not move to ${statusLabels[moveTo].label}`}
            onClick={onDropMove}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      )}
    </div>
  )
}
