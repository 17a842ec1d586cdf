import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { resendMail } from '#contract/documents.ts'
import type { MailProvider } from '#contract/messages.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'
import { WithdrawDialog } from '#web/corrections/WithdrawDialog.tsx'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import { DocumentList, type ApprovedDocument } from './DocumentList.tsx'

interface OrderDocumentsProps {
  order: OrderDetails
  /** Where Resend mails, and by what. */
  email: string
  provider: MailProvider | undefined
  onReplace: (document: ApprovedDocument) => void
  /** Completes the order although travellers lack a document; undefined where nothing is to complete. */
  onComplete: (() => void) | undefined
}

/** The stored documents, which are mailed again, replaced or withdrawn. */
export function OrderDocuments({ order, email, provider, onReplace, onComplete }: OrderDocumentsProps) {
  const client = useQueryClient()
  const { call, busy } = useCall(resendMail, { refreshes: orderReadEndpoints })
  const showSuccess = useUndoToast()
  const [toWithdraw, setToWithdraw] = useState<ApprovedDocument>()
  const [isWithdrawOpen, setIsWithdrawOpen] = useState(false)
  const resend = async () => {
    const answer = await call({ body: { orderId: order.order_id, email, mailServiceProvider: provider } })
    if (answer) showSuccess({ title: answer.message, undo: answer.data.undo, mailedOrders: [order.order_id] })
  }
  return (
    <>
      <DocumentList
        order={order}
        busy={busy}
        onResend={() => void resend()}
        onReplace={onReplace}
        onWithdraw={(document) => {
          setToWithdraw(document)
          setIsWithdrawOpen(true)
        }}
        onComplete={onComplete}
      />
      <WithdrawDialog
        orderId={order.order_id}
        document={toWithdraw}
        opened={isWithdrawOpen && order.uploadDoc.some(({ file1 }) => file1 === toWithdraw?.file1)}
        onClose={() => setIsWithdrawOpen(false)}
        onRefused={() => void refresh(client, [getOrder])}
      />
    </>
  )
}
