import { Button } from '@mantine/core'
import { disputableStatuses, statusesCompletedByUpload, type Status } from '#contract/rules/statuses.ts'
import { shortcutProps, useShortcuts } from '#web/lib/shortcuts.ts'
import css from './OrderDialogButtons.module.css'

/** The dialogs that the buttons open. */
export type OrderDialogName =
  | 'emailContent'
  | 'ask'
  | 'defencePack1'
  | 'defencePack2'
  | 'transaction'
  | 'dispute'

const isDisputable = (status: Status) => disputableStatuses.includes(status)

/** An open order's customer can be asked (product §12). */
const isOpen = (status: Status) => statusesCompletedByUpload.includes(status)

/** In the order of spec §2, each with its statuses (spec §4). */
const dialogButtons: readonly {
  opens: OrderDialogName
  label: string
  offeredIn: (status: Status) => boolean
}[] = [
  { opens: 'emailContent', label: 'View Email Content', offeredIn: () => true },
  { opens: 'ask', label: 'Ask the customer', offeredIn: isOpen },
  { opens: 'defencePack1', label: 'Defence Pack 1', offeredIn: isDisputable },
  { opens: 'defencePack2', label: 'Defence Pack 2', offeredIn: isDisputable },
  { opens: 'transaction', label: 'Enter Transaction Details', offeredIn: isDisputable },
  { opens: 'dispute', label: 'ChargeBack details', offeredIn: isDisputable },
]

interface OrderDialogButtonsProps {
  status: Status
  onOpen: (dialog: OrderDialogName) => void
}

/** The buttons that open an order's dialogs. */
export function OrderDialogButtons({ status, onOpen }: OrderDialogButtonsProps) {
  const offered = dialogButtons.filter(({ offeredIn }) => offeredIn(status))
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
