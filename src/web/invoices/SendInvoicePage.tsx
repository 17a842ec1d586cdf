import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { sendInvoice } from '#contract/invoices.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { StackedForm } from '#web/ui/StackedForm.tsx'
import { showToast } from '#web/ui/toast.tsx'

/** `/admin/send-invoice`: mails the invoice of an order (spec §2). */
export const SendInvoicePage = () => (
  <>
    <PageHeading>Manage Invoices</PageHeading>
    <PageColumns
      start={
        <Card title="Send Invoice">
          <SendInvoiceForm />
        </Card>
      }
    />
  </>
)

function SendInvoiceForm() {
  const input = useRef<HTMLInputElement>(null)
  const { field, reset, onSubmit, busy } = useContractForm(sendInvoice, {
    initialValues: { orderId: '' },
    onDone: ({ message }) => {
      reset()
      input.current?.focus()
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <StackedForm label="Send Invoice" onSubmit={onSubmit} submitLabel="Send Invoice" busy={busy}>
      <TextInput
        {...field('orderId')}
        ref={input}
        label="Order ID"
        name="invoiceOrderId"
        description="The invoice is sent to the order’s e-mail as a PDF. If you send it again, it keeps its number."
        inputMode="numeric"
        autoComplete="off"
      />
    </StackedForm>
  )
}
