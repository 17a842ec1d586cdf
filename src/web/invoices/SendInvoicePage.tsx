import { Card } from '#web/ui/Card.tsx'
import { PageColumns } from '#web/ui/PageColumns.tsx'
import { PageHeading } from '#web/ui/PageHeading.tsx'
import { SendInvoiceForm } from './SendInvoiceForm.tsx'

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
