import { TextInput } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { refundOrders } from '#contract/refunds.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useKeepsMails } from '#web/messages/providers.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import css from './refunds.module.css'

interface RefundDialogProps {
  order: OrderDetails
  opened: boolean
  onClose: () => void
  onDone: (answer: CallResponse<typeof refundOrders>) => void
  /** The order cannot be refunded, for example because it already was. */
  onRefused: () => void
}

/** Refunded it: amount, currency and reference, all optional. */
export function RefundDialog({ order, opened, onClose, onDone, onRefused }: RefundDialogProps) {
  return (
    <FormDialog title="Refunded it" submitLabel="Refunded it" opened={opened} onClose={onClose}>
      <RefundForm order={order} onDone={onDone} onRefused={onRefused} />
    </FormDialog>
  )
}

type RefundFormProps = Pick<RefundDialogProps, 'order' | 'onDone' | 'onRefused'>

/** Mounted only while the dialog is open, so that it starts with the order's price. */
function RefundForm({ order, onDone, onRefused }: RefundFormProps) {
  const keepsMails = useKeepsMails()
  const { field, setValue, onSubmit, busy } = useContractForm(refundOrders, {
    initialValues: {
      orderId: order.order_id,
      amount: order.amount ?? '',
      currency: order.currency ?? '',
      reference: '',
    },
    onDone,
    onRefused,
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className="muted">
        {keepsMails
          ? 'The mail is kept here, not sent: no mail provider is configured.'
          : 'The customer will be told about the refund by mail.'}
      </p>
      <div className={`stack gap-10 ${css.money}`}>
        <TextInput
          label="Amount"
          inputMode="decimal"
          data-autofocus
          autoComplete="off"
          readOnly={busy}
          {...field('amount')}
        />
        <TextInput
          label="Currency"
          maxLength={3}
          autoComplete="off"
          readOnly={busy}
          {...field('currency')}
          onChange={({ currentTarget }) => setValue('currency', currentTarget.value.toUpperCase())}
        />
      </div>
      <TextInput label="Reference" autoComplete="off" readOnly={busy} {...field('reference')} />
    </DialogForm>
  )
}
