import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { moves, statusLabels, suggestedMove, type MoveTarget, type Status } from '#contract/rules/statuses.ts'
import { StatusIcon } from '#web/ui/StatusLabel.tsx'
import css from './MoveLine.module.css'

interface MoveLineProps {
  status: Status
  /** Another button of the page is the filled one now. */
  quiet: boolean
  /** A move is on its way: no second one starts. */
  busy: boolean
  onMove: (to: MoveTarget) => void
}

/**
 * The order's moves, the usual one filled. The move to its own status is hidden (spec §2) and leaves its place empty,
 * so that no other one slides under the pointer that has just moved the order.
 */
export function MoveLine({ status, quiet, busy, onMove }: MoveLineProps) {
  const line = useRef<HTMLFieldSetElement>(null)
  const shownStatus = useRef(status)

  // The button of the new status has gone, and the focus with it.
  useEffect(() => {
    if (shownStatus.current === status) return
    shownStatus.current = status
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [status])

  return (
    <fieldset className={css.line} aria-label="Status" aria-busy={busy} tabIndex={-1} ref={line}>
      {moves.map(({ to, label }) =>
        to === status ? (
          <span key={to} className={css.gap} />
        ) : (
          <Button
            key={to}
            variant={to === suggestedMove[status] && !quiet ? 'filled' : 'subtle'}
            size="xs"
            justify="flex-start"
            fullWidth
            classNames={{ root: css.move, label: css.word }}
            leftSection={<StatusIcon appearance={statusLabels[to].appearance} />}
            aria-disabled={busy}
            onClick={() => {
              if (!busy) onMove(to)
            }}
          >
            {label}
          </Button>
        ),
      )}
    </fieldset>
  )
}
