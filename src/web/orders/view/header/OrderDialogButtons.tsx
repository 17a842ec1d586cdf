import { Button } from '@mantine/core'
import { disputableStatuses, type Status } from '#contract/rules/statuses.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import css from './header.module.css'

export type OrderDialogName =
  | 'emailContent'
  | 'ask'
  | 'defencePack1'
  | 'defencePack2'
  | 'transaction'
  | 'dispute'

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

/** Offered in every status. */
export function EmailContentButton({ onOpen }: DialogButtonsProps) {
  useShortcuts({ emailContent: () => onOpen('emailContent') })
  return (
    <Button
      variant="subtle"
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      {...shortcutProps('emailContent')}
      onClick={() => onOpen('emailContent')}
    >
      View Email Content
    </Button>
  )
}

/** Offered for orders that can be disputed (spec §4). */
export function DisputeButtons({ status, onOpen }: DialogButtonsProps & { status: Status }) {
  const offered = disputableStatuses.includes(status) ? disputeButtons : []
  useShortcuts(Object.fromEntries(offered.map(({ opens }) => [opens, () => onOpen(opens)])))
  return offered.map(({ opens, label }) => (
    <Button
      key={opens}
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      {...shortcutProps(opens)}
      onClick={() => onOpen(opens)}
    >
      {label}
    </Button>
  ))
}

export function AskButton({ onAsk }: { onAsk: () => void }) {
  useShortcuts({ ask: onAsk })
  return (
    <Button
      size="xs"
      classNames={{ root: css.button, label: css.label }}
      {...shortcutProps('ask')}
      onClick={onAsk}
    >
      Ask the customer
    </Button>
  )
}
