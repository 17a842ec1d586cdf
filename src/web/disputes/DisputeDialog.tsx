import { NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import { saveDispute } from '#contract/disputes.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { listOrders, searchOrders } from '#contract/orders.ts'
import { disputeOutcomes, networkCodes } from '#contract/rules/disputes.ts'
import { MeanwhileChanges } from '#web/corrections/MeanwhileChanges.tsx'
import { useBegunForm, useMergedForm } from '#web/corrections/use-merged-form.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface DisputeDialogProps {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

export function DisputeDialog({ order, opened, onClose }: DisputeDialogProps) {
  return (
    <FormDialog title="ChargeBack details" submitLabel="Save" opened={opened} onClose={onClose}>
      <DisputeForm order={order} onDone={onClose} />
    </FormDialog>
  )
}

const outcomeOptions = [{ value: '', label: 'None' }, ...disputeOutcomes]
const affectedEndpoints = [getOrder, listOrders, searchOrders]

const disputeData = z.object({
  due_on: z.string(),
  reason_code: z.string(),
  outcome: z.enum([...disputeOutcomes, '']),
})

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function DisputeForm({ order, onDone }: { order: OrderDetails; onDone: () => void }) {
  const codesId = useId()
  const begun = useBegunForm<z.infer<typeof disputeData>>({
    order,
    kind: 'dispute',
    stored: {
      due_on: order.dispute_due_on ?? '',
      reason_code: order.dispute_reason_code ?? '',
      outcome: order.dispute_outcome ?? '',
    },
    schema: disputeData,
  })
  const { due_on: dueOn, reason_code: reasonCode, outcome } = begun.opened.values
  const { field, values, setValue, onSubmit, busy } = useContractForm(saveDispute, {
    initialValues: { orderId: order.order_id, dueOn, reasonCode, outcome },
    extraValues: begun.sent,
    refreshes: affectedEndpoints,
    onSend: begun.onSend,
    onError: begun.onError,
    onDone: ({ message }) => {
      begun.onSent()
      onDone()
      showToast({ tone: 'good', title: message })
    },
  })
  const merged = useMergedForm(begun, {
    values: { due_on: values.dueOn, reason_code: values.reasonCode, outcome: values.outcome },
    setValues: (data) => {
      setValue('dueOn', data.due_on)
      setValue('reasonCode', data.reason_code)
      setValue('outcome', data.outcome)
    },
  })
  return (
    <DialogForm onSubmit={merged.whenDecided(onSubmit)}>
      <MeanwhileChanges form={merged} />
      <DateField label="Due date" data-autofocus readOnly={busy} {...field('dueOn')} />
      <TextInput
        label="Reason code"
        list={codesId}
        autoComplete="off"
        readOnly={busy}
        {...field('reasonCode')}
      />
      <datalist id={codesId}>
        {networkCodes.map(({ code, means }) => (
          <option key={code} value={code}>
            {means}
          </option>
        ))}
      </datalist>
      <NativeSelect label="Outcome" data={outcomeOptions} {...field('outcome')} />
    </DialogForm>
  )
}
