import { SegmentedControl, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { askCustomer } from '#contract/questions.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { createDrafts } from '#web/lib/drafts.ts'
import { submitOnCtrlEnter } from '#web/lib/submit-on-ctrl-enter.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import css from './AskCustomerDialog.module.css'
import { FieldChoice } from './FieldChoice.tsx'
import { QuestionFacts } from './QuestionFacts.tsx'
import { QuestionPreview } from './QuestionPreview.tsx'

/** What is asked to begin with, such as the fields of a finding. */
export interface ProposedQuestion {
  fields?: readonly string[]
  text?: string
}

interface AskCustomerDialogProps extends ProposedQuestion {
  order: OrderDetails
  opened: boolean
  onClose: () => void
}

/** Ask the customer: fields to choose, a text, and by when; told with its Undo (product §12). */
export function AskCustomerDialog({ order, opened, onClose, ...proposed }: AskCustomerDialogProps) {
  return (
    <FormDialog title="Ask the customer" size="wide" submitLabel="Send" opened={opened} onClose={onClose}>
      <AskForm order={order} {...proposed} onDone={onClose} />
    </FormDialog>
  )
}

const drafts = createDrafts()

const tabs = ['Question', 'Preview'] as const
type Tab = (typeof tabs)[number]

interface AskFormProps extends ProposedQuestion {
  order: OrderDetails
  onDone: () => void
}

/** Mounted only while the dialog is open; the text is kept until the customer is asked. */
function AskForm({ order, fields: proposed, text, onDone }: AskFormProps) {
  const { order_id: orderId } = order
  const [tab, setTab] = useState<Tab>('Question')
  const showSuccess = useUndoToast()
  const { field, values, setValue, errorOf, onSubmit, busy } = useContractForm(askCustomer, {
    initialValues: { orderId, fields: [...(proposed ?? [])], text: text ?? drafts.get(orderId) },
    refreshes: orderReadEndpoints,
    onDone: ({ message, data: { undo, secondsToMail } }) => {
      drafts.set(orderId, '')
      onDone()
      showSuccess({ title: message, text: `The mail to ${order.email} leaves in ${secondsToMail} s.`, undo })
    },
  })
  useEffect(() => drafts.set(orderId, values.text), [orderId, values.text])

  return (
    <DialogForm onSubmit={onSubmit}>
      <SegmentedControl<Tab>
        aria-label="Show"
        size="xs"
        className={css.tabs}
        data={[...tabs]}
        value={tab}
        onChange={setTab}
      />
      {tab === 'Preview' ? (
        <QuestionPreview question={{ orderId, fields: values.fields, text: values.text }} />
      ) : (
        <div className={css.columns}>
          <FieldChoice
            order={order}
            chosen={values.fields}
            onChange={(fields) => setValue('fields', fields)}
            error={errorOf('fields')}
            isReadOnly={busy}
          />
          <div className={css.text}>
            <Textarea
              label="Text to the customer"
              description="It stands in the mail as you write it; Ctrl + Enter sends"
              rows={6}
              resize="vertical"
              dir="auto"
              readOnly={busy}
              onKeyDown={submitOnCtrlEnter}
              {...field('text')}
            />
            <QuestionFacts order={order} />
          </div>
        </div>
      )}
    </DialogForm>
  )
}
