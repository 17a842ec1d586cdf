import { NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { recordDispute, type AdvisedDispute } from '#contract/disputes.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { estClockMs, parseLocalDateTime, wireInstant } from '#contract/rules/dates.ts'
import {
  disputeReasons,
  disputeStageRules,
  disputeStages,
  disputeStates,
  networkCodes,
  type DisputeReason,
  type DisputeStage,
  type DisputeState,
} from '#contract/rules/disputes.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import type { CallResponse } from '#web/lib/client.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import css from './disputes.module.css'

interface RecordDisputeDialogProps {
  order: OrderDetails
  /** Null for a new one. */
  dispute: AdvisedDispute | null
  opened: boolean
  onClose: () => void
  onDone: (answer: CallResponse<typeof recordDispute>) => void
}

export function RecordDisputeDialog({ dispute, opened, onClose, ...form }: RecordDisputeDialogProps) {
  const title = dispute ? 'Edit dispute' : 'Add dispute'
  return (
    <FormDialog title={title} submitLabel="Save" opened={opened} onClose={onClose}>
      <RecordDisputeForm dispute={dispute} {...form} />
    </FormDialog>
  )
}

/** `YYYY-MM-DD HH:mm:ss` in EST, as the date field holds it. */
const toEstLocal = (instant: string): string => {
  const ms = estClockMs(instant)
  return ms === null ? instant : new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
}

/** An instant; what is no time is passed on as typed, and refused. */
const fromEstLocal = (text: string): string | null => {
  if (text === '') return null
  const local = parseLocalDateTime(text)
  return local ? wireInstant(new Date(`${local.date}T${local.time}-05:00`)) : text
}

const isStage = (value: string): value is DisputeStage => isOneOf(disputeStages, value)
const isReason = (value: string): value is DisputeReason => isOneOf(disputeReasons, value)
const isState = (value: string): value is DisputeState => isOneOf(disputeStates, value)

/** Mounted only while the dialog is open, so that it starts with the stored values. */
function RecordDisputeForm({ order, dispute, onDone }: Omit<RecordDisputeDialogProps, 'opened' | 'onClose'>) {
  const codesId = useId()
  const me = useCurrentMember()
  const stages = disputeStages.filter((stage) => stage !== 'compliance' || me.can('workComplianceCases'))
  const { field, values, setValue, onSubmit, busy } = useContractForm(recordDispute, {
    initialValues: {
      orderId: order.order_id,
      ...(dispute && { disputeId: dispute.id, network: dispute.network ?? '' }),
      stage: dispute?.stage ?? 'chargeback',
      reason: dispute?.reason ?? 'other',
      network_code: dispute?.network_code ?? '',
      amount: dispute?.amount ?? '',
      currency: dispute?.currency ?? '',
      due_at: dispute?.due_at ?? null,
      outcome: dispute?.outcome ?? 'Open',
    },
    onDone,
  })
  const takeCode = (text: string) => {
    setValue('network_code', text)
    const known = networkCodes.find(({ code }) => code === text.trim().toUpperCase())
    if (!known) return
    setValue('network', known.network)
    setValue('reason', known.reason)
  }
  const { due_at: due } = values
  return (
    <DialogForm onSubmit={onSubmit}>
      <NativeSelect
        label="Stage"
        data-autofocus
        data={stages.map((value) => ({ value, label: disputeStageRules[value].label }))}
        {...field('stage')}
        onChange={({ currentTarget: { value } }) => isStage(value) && setValue('stage', value)}
      />
      <TextInput
        label="Network code"
        list={codesId}
        autoComplete="off"
        readOnly={busy}
        {...field('network_code')}
        onChange={({ currentTarget }) => takeCode(currentTarget.value)}
      />
      <datalist id={codesId}>
        {networkCodes.map(({ code, means }) => (
          <option key={code} value={code}>
            {means}
          </option>
        ))}
      </datalist>
      <NativeSelect
        label="Reason"
        data={[...disputeReasons]}
        {...field('reason')}
        onChange={({ currentTarget: { value } }) => isReason(value) && setValue('reason', value)}
      />
      <div className={`stack gap-10 ${css.money}`}>
        <TextInput
          label="Amount"
          inputMode="decimal"
          autoComplete="off"
          placeholder={order.amount ?? ''}
          readOnly={busy}
          {...field('amount')}
        />
        <TextInput
          label="Currency"
          maxLength={3}
          autoComplete="off"
          placeholder={order.currency ?? ''}
          readOnly={busy}
          {...field('currency')}
          onChange={({ currentTarget }) => setValue('currency', currentTarget.value.toUpperCase())}
        />
      </div>
      <DateField
        label="Answer by (EST)"
        kind="dateTime"
        readOnly={busy}
        {...field('due_at')}
        value={typeof due === 'string' ? toEstLocal(due) : ''}
        onChange={(text) => setValue('due_at', fromEstLocal(text))}
      />
      <NativeSelect
        label="Outcome"
        data={[...disputeStates]}
        {...field('outcome')}
        onChange={({ currentTarget: { value } }) => isState(value) && setValue('outcome', value)}
      />
    </DialogForm>
  )
}
