import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { moves, statusLabels, type MoveTarget, type Status } from '#contract/rules/statuses.ts'
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
 * The order's moves, none of them filled: none is done by mistake. The move to its own status is hidden (spec §2) and
 * keeps its room, so that no other button moves under the pointer after a click.
 */
export function MoveButtons({ status, busy, onMove }: MoveButtonsProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const shownStatus = useRef(status)

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
      {moves.map(({ to, label }) => (
        <Button
          key={to}
          hidden={to === status}
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
    </fieldset>
  )
}
