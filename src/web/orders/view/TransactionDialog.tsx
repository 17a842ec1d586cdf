import { Button, TextInput } from '@mantine/core'
import { useId } from 'react'
import { getOrder, saveTransaction, type OrderDetails } from '#contract/order-details.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './TransactionDialog.module.css'

interface TransactionDialogProps {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

/** Enter Transaction Details: which payment this order belongs to. */
export function TransactionDialog({ order, opened, onClose }: TransactionDialogProps) {
  const formId = useId()
  return (
    <Dialog
      title="Transaction Details"
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" form={formId}>
            Save
          </Button>
        </>
      }
    >
      <TransactionForm id={formId} order={order} onDone={onClose} />
    </Dialog>
  )
}

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function TransactionForm({ id, order, onDone }: { id: string; order: OrderDetails; onDone: () => void }) {
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
    <form id={id} className={css.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label="Transaction ID"
        data-autofocus
        autoComplete="off"
        readOnly={busy}
        {...field('transactionId')}
      />
      <TextInput label="Merchant Name" autoComplete="off" readOnly={busy} {...field('merchantName')} />
    </form>
  )
}
