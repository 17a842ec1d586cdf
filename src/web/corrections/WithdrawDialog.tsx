import { Button, Textarea } from '@mantine/core'
import { useId } from 'react'
import { withdrawDocument } from '#contract/documents.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { useContractForm } from '#web/lib/contract-form.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { showToast } from '#web/ui/toast.tsx'
import css from './WithdrawDialog.module.css'

interface WithdrawDialogProps {
  orderId: number
  /** The document to withdraw. */
  document: OrderDetails['uploadDoc'][number] | undefined
  opened: boolean
  onClose: () => void
  /** Called when the document was already withdrawn by someone else, for example. */
  onRefused: () => void
}

/** Withdraw: makes a wrong document unavailable to the customer at once, with a reason (product §3). */
export function WithdrawDialog({ orderId, document, opened, onClose, onRefused }: WithdrawDialogProps) {
  const formId = useId()
  return (
    <Dialog
      title="Withdraw document"
      opened={opened}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="filled" type="submit" form={formId}>
            Withdraw
          </Button>
        </>
      }
    >
      {document && (
        <>
          <p className={css.text}>
            The customer can no longer download <bdi>{document.name}</bdi>.
          </p>
          <WithdrawForm
            id={formId}
            orderId={orderId}
            file1={document.file1}
            onDone={onClose}
            onRefused={onRefused}
          />
        </>
      )}
    </Dialog>
  )
}

interface WithdrawFormProps {
  id: string
  orderId: number
  file1: string
  onDone: () => void
  onRefused: () => void
}

function WithdrawForm({ id, orderId, file1, onDone, onRefused }: WithdrawFormProps) {
  const { field, onSubmit, busy } = useContractForm(withdrawDocument, {
    initialValues: { orderId, file1, reason: '' },
    refreshes: [getOrder],
    onRefused,
    onDone: ({ message }) => {
      onDone()
      showToast({ tone: 'good', title: message })
    },
  })
  return (
    <form id={id} onSubmit={onSubmit} noValidate>
      <Textarea
        label="Reason"
        rows={2}
        resize="vertical"
        data-autofocus
        readOnly={busy}
        {...field('reason')}
      />
    </form>
  )
}
