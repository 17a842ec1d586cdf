import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { movesFrom, statusWords, usualMove, type MoveTarget, type Status } from '#contract/rules/statuses.ts'
import { StatusGlyph } from '#web/ui/StatusMark.tsx'
import css from './MoveLine.module.css'

interface MoveLineProps {
  status: Status
  /** Another button of the page is the filled one now. */
  quiet: boolean
  /** A move is on its way: no second one starts. */
  busy: boolean
  onMove: (to: MoveTarget) => void
}

/** The order's moves, the usual one first and filled; the move to its own status is left out (spec §2). */
export function MoveLine({ status, quiet, busy, onMove }: MoveLineProps) {
  const line = useRef<HTMLFieldSetElement>(null)
  const shownStatus = useRef(status)

  // The button of the new status has gone, and the focus with it.
  useEffect(() => {
    if (shownStatus.current === status) return
    shownStatus.current = status
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [status])

  const usual = usualMove[status]
  const offered = movesFrom(status)
  const isUsual = ({ to }: { to: MoveTarget }) => to === usual
  const buttonProps = (to: MoveTarget) => ({
    fullWidth: true,
    'aria-disabled': busy,
    onClick: () => {
      if (!busy) onMove(to)
    },
  })
  return (
    <fieldset className={css.line} aria-label="Status" aria-busy={busy} tabIndex={-1} ref={line}>
      {offered.filter(isUsual).map(({ to, label }) => (
        <Button
          key={to}
          variant={quiet ? 'default' : 'filled'}
          classNames={{ root: css.usual, label: css.word }}
          {...buttonProps(to)}
        >
          {label}
        </Button>
      ))}
      {offered
        .filter((move) => !isUsual(move))
        .map(({ to, label }) => (
          <Button
            key={to}
            variant="subtle"
            size="xs"
            justify="flex-start"
            classNames={{ root: css.other, label: css.word }}
            leftSection={<StatusGlyph look={statusWords[to].look} />}
            {...buttonProps(to)}
          >
            {label}
          </Button>
        ))}
    </fieldset>
  )
}
