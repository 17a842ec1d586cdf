import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { moveActions } from '#web/lib/key-table.ts'
import { useKeyProps, useKeysOf } from '#web/lib/own-keys.ts'
import { usePendingKeys, useShortcuts } from '#web/lib/shortcuts.ts'
import { Kbd } from '#web/ui/Kbd.tsx'
import { moves, statusLabels, type MoveTarget, type Status } from '#contract/rules/statuses.ts'
import { StatusIcon } from '#web/ui/StatusLabel.tsx'
import css from './header.module.css'

interface MoveButtonsProps {
  status: Status
  /** A move is under way; the buttons do nothing. */
  busy: boolean
  onMove: (to: MoveTarget) => void
}

/** Shown once before the buttons, and read out with each. */
const prefix = 'Move to '

/**
 * The move to the current status is hidden (spec §2). The status takes its place, so that no button moves under the
 * pointer after a click.
 */
export function MoveButtons({ status, busy, onMove }: MoveButtonsProps) {
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const pressed = useRef<MoveTarget>(undefined)

  // The pressed button disappears with its focus.
  useEffect(() => {
    if (pressed.current !== status) return
    pressed.current = undefined
    if (document.activeElement === document.body) fieldset.current?.focus({ preventScroll: true })
  }, [status])

  const keysOf = useKeysOf()
  const keyProps = useKeyProps()
  const pending = usePendingKeys()
  const lead = moves.map(({ to }) => keysOf(moveActions[to])).find((keys) => keys.includes(' '))?.[0]
  const handleMove = (to: MoveTarget) => {
    if (busy) return
    pressed.current = to
    onMove(to)
  }
  useShortcuts(
    Object.fromEntries(
      moves.map(({ to }) => [moveActions[to], to === status ? undefined : () => handleMove(to)]),
    ),
  )

  return (
    <fieldset
      className={`stack shrinkable ${css.moves}`}
      aria-label="Status"
      aria-busy={busy}
      tabIndex={-1}
      ref={fieldset}
    >
      <span className={`nowrap faint small ${css.lead}`} aria-hidden="true">
        {prefix}
        {lead && <Kbd>{lead}</Kbd>}
      </span>
      <div className={`row wrap ${css.list}`}>
        {moves.map(({ to, label }) => {
          const keys = keysOf(moveActions[to])
          const isChoosing = pending !== '' && keys.startsWith(`${pending} `)
          const look = {
            variant: 'subtle',
            size: 'xs',
            justify: 'flex-start',
            leftSection: isChoosing ? (
              <span className={`stack centered ${css.letter}`}>
                <Kbd>{keys.at(-1) ?? ''}</Kbd>
              </span>
            ) : (
              <StatusIcon appearance={statusLabels[to].appearance} />
            ),
          }
          const name = label.slice(prefix.length)
          return to === status ? (
            <Button key={to} component="span" aria-hidden className={css.current} {...look}>
              {name}
            </Button>
          ) : (
            <Button
              key={to}
              className={css.move}
              {...look}
              aria-disabled={busy}
              {...keyProps(moveActions[to])}
              onClick={() => handleMove(to)}
            >
              <VisuallyHidden>{prefix}</VisuallyHidden>
              {name}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}
