import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { saveDispute } from '#contract/disputes.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { listOrders, searchOrders } from '#contract/orders.ts'
import { disputeOutcomes } from '#contract/rules/disputes.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './DisputeDialog.module.css'
import { reasonCodes } from './reason-codes.ts'

interface DisputeDialogProps {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

/** Chargeback: the due date, reason code and outcome. */
export function DisputeDialog({ order, opened, onClose }: DisputeDialogProps) {
  const formId = useId()
  return (
    <Dialog
      title="Chargeback"
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
      <DisputeForm id={formId} order={order} onDone={onClose} />
    </Dialog>
  )
}

const outcomeOptions = [{ value: '', label: 'None' }, ...disputeOutcomes]
/** Endpoints to refresh after a change. */
const affectedEndpoints = [getOrder, listOrders, searchOrders]

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function DisputeForm({ id, order, onDone }: { id: string; order: OrderDetails; onDone: () => void }) {
  const codesId = useId()
  const { field, onSubmit, busy } = useContractForm(saveDispute, {
    initialValues: {
      orderId: order.order_id,
      dueOn: order.dispute_due_on ?? '',
      reasonCode: order.dispute_reason_code ?? '',
      outcome: order.dispute_outcome ?? '',
    },
    refreshes: affectedEndpoints,
    onDone: ({ message }) => {
      onDone()
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <form id={id} className={css.form} onSubmit={onSubmit} noValidate>
      <TextInput
        label="Due date"
        type="date"
        max="9999-12-31"
        data-autofocus
        readOnly={busy}
        {...field('dueOn')}
      />
      <TextInput
        label="Reason code"
        list={codesId}
        autoComplete="off"
        readOnly={busy}
        {...field('reasonCode')}
      />
      <datalist id={codesId}>
        {reasonCodes.map(({ code, means }) => (
          <option key={code} value={code}>
            {means}
          </option>
        ))}
      </datalist>
      <NativeSelect label="Outcome" data={outcomeOptions} {...field('outcome')} />
    </form>
  )
}
