import type { OrderDetails } from '#contract/order-details.ts'
import { defencePackTypes } from '#contract/packs.ts'
import { DisputeDialog } from '#web/disputes/DisputeDialog.tsx'
import { EmailContentDialog } from '#web/documents/EmailContentDialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { DefencePackDialog } from '#web/packs/DefencePackDialog.tsx'
import type { ProposedQuestion } from '#web/questions/AskCustomerDialog.tsx'
import { RefundDialog } from '#web/refunds/RefundDialog.tsx'
import type { OrderActions } from '../use-order-actions.ts'
import type { OrderDialogName } from './header/OrderDialogButtons.tsx'
import { TransactionDialog } from './TransactionDialog.tsx'

const AskCustomerDialog = lazyDialog(
  () => import('#web/questions/AskCustomerDialog.tsx'),
  'AskCustomerDialog',
)

export type CaseFileDialog = OrderDialogName | 'refund'

interface CaseFileDialogsProps {
  order: OrderDetails
  actions: OrderActions
  /** What the customer is asked to begin with. */
  question: ProposedQuestion
  /** The one that is open. */
  opened: CaseFileDialog | null
  onClose: () => void
}

/** What the buttons in the head of a case file open. */
export function CaseFileDialogs({ order, actions, question, opened, onClose }: CaseFileDialogsProps) {
  const orderId = order.order_id
  return (
    <>
      <EmailContentDialog orderId={orderId} opened={opened === 'emailContent'} onClose={onClose} />
      {defencePackTypes.map((type) => (
        <DefencePackDialog
          key={type}
          orderId={orderId}
          type={type}
          opened={opened === `defencePack${type}`}
          onClose={onClose}
        />
      ))}
      <TransactionDialog order={order} opened={opened === 'transaction'} onClose={onClose} />
      <AskCustomerDialog order={order} proposed={question} opened={opened === 'ask'} onClose={onClose} />
      <DisputeDialog order={order} opened={opened === 'dispute'} onClose={onClose} />
      <RefundDialog
        order={order}
        opened={opened === 'refund'}
        onClose={onClose}
        onDone={(answer) => {
          onClose()
          actions.handleRefunded(answer)
        }}
        onRefused={() => {
          onClose()
          actions.refreshOrder()
        }}
      />
    </>
  )
}
