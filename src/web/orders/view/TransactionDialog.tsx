import { TextInput } from '@mantine/core'
import { getOrder, saveTransaction, type OrderDetails } from '#contract/order-details.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface TransactionDialogProps {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

/** Enter Transaction Details: which payment this order belongs to. */
export function TransactionDialog({ order, opened, onClose }: TransactionDialogProps) {
  return (
    <FormDialog title="Transaction Details" submitLabel="Save" opened={opened} onClose={onClose}>
      <TransactionForm order={order} onDone={onClose} />
    </FormDialog>
  )
}

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function TransactionForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const { field, onSubmit, busy } = useContractForm(saveTransaction, {
    initialValues: {
      orderId: order.order_id,
      transactionId: order.transaction_id ?? '',
      merchantName: order.merchant_name ?? '',
    },
    refreshes: [getOrder],
    onDone: ({ message }) => {
      onDone()
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
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
