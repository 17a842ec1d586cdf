import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { moves, statusLabels, type MoveTarget, type Status } from '#contract/rules/statuses.ts'
import { usePointerGuard } from '#web/ui/use-pointer-guard.ts'
import { StatusIcon } from '#web/ui/StatusLabel.tsx'
import css from './MoveButtons.module.css'

interface MoveButtonsProps {
  status: Status
  /** A move is running: another one cannot start. */
  busy: boolean
  onMove: (to: MoveTarget) => void
}

/** Written once before the moves, and read out with each. */
const prefix = 'Move to '

/**
 * The order's moves, none of them filled: none is done by mistake. The move to its own status is hidden (spec §2); the
 * one that takes its place under the pointer ignores the second click of two.
 */
export function MoveButtons({ status, busy, onMove }: MoveButtonsProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const shownStatus = useRef(status)
  const offered = moves.filter(({ to }) => to !== status)
  const pointerGuard = usePointerGuard(offered.map(({ to }, index) => [index, to]))

  // The button of the new status is removed with its focus.
  useEffect(() => {
    if (shownStatus.current === status) return
    shownStatus.current = status
    if (document.activeElement === document.body) fieldset.current?.focus({ preventScroll: true })
  }, [status])

  return (
    <fieldset className={css.moves} aria-label="Status" aria-busy={busy} tabIndex={-1} ref={fieldset}>
      <span className={css.lead} aria-hidden="true">
        {prefix}
      </span>
      <div className={css.list} {...pointerGuard}>
        {offered.map(({ to, label }, index) => (
          <Button
            key={to}
            data-index={index}
            variant="subtle"
            size="xs"
            justify="flex-start"
            className={css.move}
            leftSection={<StatusIcon appearance={statusLabels[to].appearance} />}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onMove(to)
            }}
          >
            <VisuallyHidden>{prefix}</VisuallyHidden>
            {label.slice(prefix.length)}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
