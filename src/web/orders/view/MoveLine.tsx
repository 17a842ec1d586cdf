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

/** The order's moves, the usual one filled; the move to its own status is left out (spec §2). */
export function MoveLine({ status, quiet, busy, onMove }: MoveLineProps) {
  const line = useRef<HTMLFieldSetElement>(null)
  const shownStatus = useRef(status)

  // The button of the new status has gone, and the focus with it.
  useEffect(() => {
    if (shownStatus.current === status) return
    shownStatus.current = status
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [status])

  const move = (to: MoveTarget) => {
    if (!busy) onMove(to)
  }
  const usual = usualMove[status]
  const offered = movesFrom(status)
  return (
    <fieldset className={css.line} aria-label="Status" aria-busy={busy} tabIndex={-1} ref={line}>
      {offered
        .filter(({ to }) => to === usual)
        .map(({ to, label }) => (
          <Button
            key={to}
            className={css.usual}
            variant={quiet ? 'default' : 'filled'}
            aria-disabled={busy}
            onClick={() => move(to)}
          >
            {label}
          </Button>
        ))}
      <ul className={css.others}>
        {offered
          .filter(({ to }) => to !== usual)
          .map(({ to, label }) => (
            <li key={to}>
              <Button
                variant="subtle"
                size="xs"
                fullWidth
                justify="flex-start"
                classNames={{ root: css.other, label: css.word }}
                leftSection={<StatusGlyph look={statusWords[to].look} />}
                aria-disabled={busy}
                onClick={() => move(to)}
              >
                {label}
              </Button>
            </li>
          ))}
      </ul>
    </fieldset>
  )
}
