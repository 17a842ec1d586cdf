import { TextInput } from '@mantine/core'
import type { OrderRow } from '#contract/orders.ts'
import { refundOrders } from '#contract/refunds.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { bulkCallSettings } from '#web/undo/use-undo-toast.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { useKeepsMails } from '#web/messages/providers.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { displayMoney } from '#contract/rules/display-money.ts'
import css from './refunds.module.css'

interface BulkRefundDialogProps {
  opened: boolean
  orders: readonly OrderRow[]
  onClose: () => void
  onDone: (answer: CallResponse<typeof refundOrders>) => void
  /** No order can be refunded, for example because a colleague has refunded them. */
  onRefused: () => void
}

const columns = ['Amount', 'Currency', 'Reference'] as const

/** Refunded it for several orders in one call; orders that were refunded before are named and left out. */
export function BulkRefundDialog({ opened, orders, onClose, onDone, onRefused }: BulkRefundDialogProps) {
  const open = orders.filter(({ refund_date }) => !refund_date)
  const refunded = orders.filter(({ refund_date }) => refund_date)
  return (
    <FormDialog
      title="Refunded it"
      size="wide"
      submitLabel={open.length > 0 ? 'Refunded it' : null}
      opened={opened}
      onClose={onClose}
    >
      {refunded.length > 0 && (
        <p className={`warning small ${css.left}`}>
          Already refunded, and left out: {refunded.map(({ order_id }) => order_id).join(', ')}.
        </p>
      )}
      {open.length > 0 && <BulkRefundForm orders={open} onDone={onDone} onRefused={onRefused} />}
    </FormDialog>
  )
}

/** Inputs are ordered by column: Tab moves to the same value of the next order. */
function BulkRefundForm({ orders, onDone, onRefused }: Omit<BulkRefundDialogProps, 'opened' | 'onClose'>) {
  const keepsMails = useKeepsMails()
  const { field, values, setValue, onSubmit, busy } = useContractForm(refundOrders, {
    initialValues: {
      orderId: orders.map((order) => order.order_id),
      refunds: orders.map((order) => ({
        orderId: order.order_id,
        amount: order.amount ?? '',
        currency: order.currency ?? '',
        reference: '',
      })),
    },
    ...bulkCallSettings,
    onDone,
    onRefused,
  })
  const refunds = values.refunds ?? []
  const input = (column: (typeof columns)[number], index: number, orderId: number) => {
    const name = column.toLowerCase()
    return (
      <TextInput
        key={`${column} ${orderId}`}
        aria-label={`${column} of order ${orderId}`}
        autoComplete="off"
        readOnly={busy}
        data-autofocus={(column === 'Reference' && index === 0) || undefined}
        {...(column === 'Amount' && { inputMode: 'decimal' })}
        {...(column === 'Currency' && { maxLength: 3 })}
        {...field(`refunds.${index}.${name}`)}
        {...(column === 'Currency' && {
          onChange: ({ currentTarget }) =>
            setValue(
              'refunds',
              refunds.with(index, {
                ...refunds[index],
                orderId,
                currency: currentTarget.value.toUpperCase(),
              }),
            ),
        })}
      />
    )
  }
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className="muted">
        {keepsMails
          ? 'The mails are kept here, not sent: no mail provider is configured.'
          : 'Each customer will be told about the refund by mail.'}
      </p>
      <div className={css.frame}>
        <div className={css.grid} style={{ gridTemplateRows: `repeat(${orders.length + 1}, auto)` }}>
          <span className="faint tiny">Order</span>
          {orders.map((order) => (
            <span key={order.order_id} className={`shrinkable truncate ${css.order}`}>
              <b>{order.order_id}</b>{' '}
              <ExternalText>{order.arrival_full_name ?? order.departure_full_name ?? ''}</ExternalText>
            </span>
          ))}
          {columns.map((column) => [
            <span key={column} className="faint tiny" aria-hidden="true">
              {column}
            </span>,
            ...orders.map((order, index) => input(column, index, order.order_id)),
          ])}
        </div>
      </div>
      <p className={`flex spread medium ruled ${css.sum}`}>
        <span>Sum of {orders.length}</span>
        <output>
          {sumByCurrency(
            refunds.map(({ amount = '', currency = '' }) => ({ amount: String(amount), currency })),
          ) || '-'}
        </output>
      </p>
    </DialogForm>
  )
}

interface Money {
  amount: string
  currency: string
}

const isAmount = (amount: string) => /^\d+(\.\d{1,2})?$/.test(amount)

/** Integers, to avoid rounding errors. */
const toHundredths = (amount: string) => Math.round(Number(amount) * 100)

/** The sum by currency, `30.00 EUR, 1,250.50 USD`; invalid amounts are ignored, '' without any. */
export function sumByCurrency(moneys: readonly Money[]): string {
  const sums = new Map<string, number>()
  for (const { amount, currency } of moneys)
    if (isAmount(amount.trim())) sums.set(currency, (sums.get(currency) ?? 0) + toHundredths(amount.trim()))
  return [...sums]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([currency, sum]) => displayMoney((sum / 100).toFixed(2), currency))
    .join(', ')
}
