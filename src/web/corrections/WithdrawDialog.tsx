import { Textarea } from '@mantine/core'
import { withdrawDocument } from '#contract/documents.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { DialogForm, FormDialog } from '#web/ui/FormDialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'

type ApprovedDocument = OrderDetails['uploadDoc'][number]

interface WithdrawDialogProps {
  orderId: number
  document: ApprovedDocument | undefined
  opened: boolean
  onClose: () => void
  /** For example if another member has withdrawn the document. */
  onRefused: () => void
}

/** Withdraw: makes a wrong document unavailable to the customer at once, with a reason (product §3). */
export function WithdrawDialog({ orderId, document, opened, onClose, onRefused }: WithdrawDialogProps) {
  return (
    <FormDialog title="Withdraw document" submitLabel="Withdraw" opened={opened} onClose={onClose}>
      {document && (
        <WithdrawForm orderId={orderId} document={document} onDone={onClose} onRefused={onRefused} />
      )}
    </FormDialog>
  )
}

interface WithdrawFormProps {
  orderId: number
  document: ApprovedDocument
  onDone: () => void
  onRefused: () => void
}

function WithdrawForm({ orderId, document, onDone, onRefused }: WithdrawFormProps) {
  const { field, onSubmit, busy } = useContractForm(withdrawDocument, {
    initialValues: { orderId, file1: document.file1, reason: '' },
    refreshes: [getOrder],
    onRefused,
    onDone: ({ message }) => {
      onDone()
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <DialogForm onSubmit={onSubmit}>
      <p className="break-words muted">
        The customer will no longer be able to download <ExternalText>{document.name}</ExternalText>.
      </p>
      <Textarea
        label="Reason"
        rows={2}
        resize="vertical"
        data-autofocus
        readOnly={busy}
        {...field('reason')}
      />
    </DialogForm>
  )
}
