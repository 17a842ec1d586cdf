import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { type OrderDetails, getOrder, saveTransaction } from '#contract/order-details.ts'
import type { AdvisedDispute } from '#contract/disputes.ts'
import { defencePackTypes } from '#contract/packs.ts'
import { MeanwhileChanges } from '#web/corrections/MeanwhileChanges.tsx'
import { useBegunForm, useMergedForm } from '#web/corrections/use-merged-form.ts'
import { DisputeDialog } from '#web/disputes/DisputeDialog.tsx'
import { EmailContentDialog } from '#web/documents/EmailContentDialog.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { DefencePackDialog } from '#web/packs/DefencePackDialog.tsx'
import type { ProposedQuestion } from '#web/questions/AskCustomerDialog.tsx'
import { RefundDialog } from '#web/refunds/RefundDialog.tsx'
import { useContractForm } from '#web/lib/contract-form.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { OrderActions } from '../use-order-actions.ts'
import type { OrderDialogName } from './header/OrderDialogButtons.tsx'

const AskCustomerDialog = lazyDialog(
  () => import('#web/questions/AskCustomerDialog.tsx'),
  'AskCustomerDialog',
)

const RecordDisputeDialog = lazyDialog(
  () => import('#web/disputes/RecordDisputeDialog.tsx'),
  'RecordDisputeDialog',
)

export type CaseFileDialog = OrderDialogName | 'refund'

interface CaseFileDialogsProps {
  order: OrderDetails
  actions: OrderActions
  question: ProposedQuestion
  /** The dispute to edit; null for a new one. */
  editedDispute: AdvisedDispute | null
  opened: CaseFileDialog | null
  onClose: () => void
}

export function CaseFileDialogs({
  order,
  actions,
  question,
  editedDispute,
  opened,
  onClose,
}: CaseFileDialogsProps) {
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
      <RecordDisputeDialog
        order={order}
        dispute={editedDispute}
        opened={opened === 'addDispute'}
        onClose={onClose}
        onDone={(answer) => {
          onClose()
          actions.handleDisputeSaved(answer)
        }}
      />
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

interface TransactionDialogProps {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

/** Links the order to its payment. */
function TransactionDialog({ order, opened, onClose }: TransactionDialogProps) {
  return (
    <FormDialog title="Transaction Details" submitLabel="Save" opened={opened} onClose={onClose}>
      <TransactionForm order={order} onDone={onClose} />
    </FormDialog>
  )
}

const transactionData = z.object({ transaction_id: z.string(), merchant_name: z.string() })

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function TransactionForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const begun = useBegunForm({
    order,
    kind: 'transaction',
    stored: { transaction_id: order.transaction_id ?? '', merchant_name: order.merchant_name ?? '' },
    schema: transactionData,
  })
  const { transaction_id: transactionId, merchant_name: merchantName } = begun.opened.values
  const { field, values, setValue, onSubmit, busy } = useContractForm(saveTransaction, {
    initialValues: { orderId: order.order_id, transactionId, merchantName },
    extraValues: begun.sent,
    refreshes: [getOrder],
    onSend: begun.onSend,
    onError: begun.onError,
    onDone: ({ message }) => {
      begun.onSent()
      onDone()
      showToast({ tone: 'good', title: message })
    },
  })
  const merged = useMergedForm(begun, {
    values: { transaction_id: values.transactionId, merchant_name: values.merchantName },
    setValues: (data) => {
      setValue('transactionId', data.transaction_id)
      setValue('merchantName', data.merchant_name)
    },
  })
  return (
    <DialogForm onSubmit={merged.whenDecided(onSubmit)}>
      <MeanwhileChanges form={merged} />
      <TextInput
        label="Transaction ID"
        data-autofocus
        autoComplete="off"
        readOnly={busy}
        {...field('transactionId')}
      />
      <TextInput label="Merchant Name" autoComplete="off" readOnly={busy} {...field('merchantName')} />
    </DialogForm>
  )
}
