import { Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { disputableStatuses, type Status } from '#contract/rules/statuses.ts'
import type { KeyAction } from '#web/lib/key-table.ts'
import { useKeyProps } from '#web/lib/own-keys.ts'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import css from './header.module.css'

export type OrderDialogName =
  | 'emailContent'
  | 'ask'
  | 'defencePack1'
  | 'defencePack2'
  | 'transaction'
  | 'dispute'
  | 'addDispute'

interface DialogButton {
  opens: OrderDialogName
  label: string
}

/** In the order of spec §2. */
const disputeButtons: readonly DialogButton[] = [
  { opens: 'defencePack1', label: 'Defence Pack 1' },
  { opens: 'defencePack2', label: 'Defence Pack 2' },
  { opens: 'transaction', label: 'Enter Transaction Details' },
  { opens: 'dispute', label: 'ChargeBack details' },
]

interface DialogButtonsProps {
  onOpen: (dialog: OrderDialogName) => void
}

export function EmailContentButton({ onOpen }: DialogButtonsProps) {
  useShortcuts({ emailContent: () => onOpen('emailContent') })
  return (
    <HeaderButton variant="subtle" shortcut="emailContent" onClick={() => onOpen('emailContent')}>
      View Email Content
    </HeaderButton>
  )
}

/** Offered for orders that can be disputed (spec §4). */
export function DisputeButtons({ status, onOpen }: DialogButtonsProps & { status: Status }) {
  const offered = disputableStatuses.includes(status) ? disputeButtons : []
  useShortcuts(Object.fromEntries(offered.map(({ opens }) => [opens, () => onOpen(opens)])))
  return offered.map(({ opens, label }) => (
    <HeaderButton key={opens} shortcut={opens} onClick={() => onOpen(opens)}>
      {label}
    </HeaderButton>
  ))
}

/** A dispute may be of any order: a warning comes before anything is filed. */
export function AddDisputeButton({ onAdd }: { onAdd: () => void }) {
  useShortcuts({ addDispute: onAdd })
  return (
    <HeaderButton variant="subtle" shortcut="addDispute" onClick={onAdd}>
      Add dispute
    </HeaderButton>
  )
}

export function AskButton({ onAsk }: { onAsk: () => void }) {
  useShortcuts({ ask: onAsk })
  return (
    <HeaderButton shortcut="ask" onClick={onAsk}>
      Ask the customer
    </HeaderButton>
  )
}

interface HeaderButtonProps extends Pick<ButtonProps, 'variant'> {
  shortcut: KeyAction
  onClick: () => void
  children: ReactNode
}

function HeaderButton({ shortcut, ...props }: HeaderButtonProps) {
  const keyProps = useKeyProps()
  return (
    <Button
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      {...keyProps(shortcut)}
      {...props}
    />
  )
}
