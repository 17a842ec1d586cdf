import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useState, type CSSProperties } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { defencePackTypes } from '#contract/packs.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { DefencePackDialog } from '#web/packs/DefencePackDialog.tsx'
import { DisputeDialog } from '#web/disputes/DisputeDialog.tsx'
import { MessagesSection } from '#web/messages/MessagesSection.tsx'
import { isOpenReply } from '#web/messages/open-replies.ts'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { RefundDialog } from '#web/refunds/RefundDialog.tsx'
import { actionTexts } from '../actions/action-texts.ts'
import { AssignButton } from './head/AssignButton.tsx'
import { CommentPanel } from '#web/remarks/CommentPanel.tsx'
import { DeclarationSections } from './declaration/DeclarationSections.tsx'
import { EmailContentDialog } from '#web/documents/EmailContentDialog.tsx'
import { FamilySection } from './declaration/FamilySection.tsx'
import { GoodsSection } from './declaration/GoodsSection.tsx'
import { EmailHistory } from '#web/documents/EmailHistory.tsx'
import { CommentHistory, DownloadHistory, EventHistory } from './history/Histories.tsx'
import { JumpTabs } from './head/JumpTabs.tsx'
import { MailLine } from '#web/documents/MailLine.tsx'
import { MoveLine } from './head/MoveLine.tsx'
import { OrderHead, type Paper } from './head/OrderHead.tsx'
import { OrderInformation } from './declaration/OrderInformation.tsx'
import { OrderStrip } from './head/OrderStrip.tsx'
import { TransactionDialog } from './TransactionDialog.tsx'
import { UploadSection } from '#web/documents/UploadSection.tsx'
import { useBackTarget } from './use-back-target.ts'
import { useMailWatch } from '#web/documents/use-mail-watch.ts'
import { useOrderActions } from '../actions/use-order-actions.ts'
import { useResend } from '#web/documents/use-resend.ts'
import css from './CaseFile.module.css'

interface CaseFileProps {
  order: OrderDetails
  /** When the order was read, in ms since 1970. */
  readAt: number
}

/** An order's case file: its data beside the actions, with the moves always visible. */
export function CaseFile({ order, readAt }: CaseFileProps) {
  const today = jakartaToday(new Date(readAt))
  const back = useBackTarget(order, today)
  const actions = useOrderActions(order)
  const resending = useResend(order)
  useMailWatch(order)
  const [openedDialog, setOpenedDialog] = useState<Paper | 'refund' | null>(null)
  const [hasPendingFile, setHasPendingFile] = useState(false)
  // Decided once: open replies come first, and the section does not move when they are handled.
  const [showsRepliesFirst] = useState(() => order.messages.some(isOpenReply))
  const { ref: bar, height: barHeight } = useElementSize()
  const close = () => setOpenedDialog(null)
  const hasPendingRefund = isRefundPending(order)

  return (
    <>
      <OrderHead
        order={order}
        back={back}
        onOpen={setOpenedDialog}
        mail={<MailLine order={order} resending={resending} />}
        actions={
          <>
            <AssignButton
              order={order}
              busy={actions.busy}
              onAssign={(action) => void actions.assign(action)}
            />
            {hasPendingRefund && (
              <Button
                size="xs"
                variant={hasPendingFile ? 'default' : 'filled'}
                onClick={() => setOpenedDialog('refund')}
              >
                {actionTexts.refund.label}
              </Button>
            )}
          </>
        }
      />
      <div ref={bar} className={css.sticky}>
        <div className={css.bar}>
          <OrderStrip order={order} today={today} />
          <MoveLine
            status={order.process_status}
            quiet={hasPendingFile || hasPendingRefund}
            busy={actions.busy}
            onMove={(to) => void actions.move(to)}
          />
        </div>
      </div>
      <JumpTabs />
      <div className={css.columns} style={{ '--bar': `${barHeight}px` } as CSSProperties}>
        <div id="facts" className={css.facts}>
          <OrderInformation order={order} />
          <DeclarationSections order={order} />
          <FamilySection order={order} />
          <GoodsSection order={order} />
        </div>
        <aside className={css.aside} aria-label="Actions and histories">
          {showsRepliesFirst && <MessagesSection order={order} />}
          <UploadSection order={order} onChosen={setHasPendingFile} />
          <CommentPanel orderId={order.order_id} />
          {!showsRepliesFirst && <MessagesSection order={order} />}
          <CommentHistory order={order} />
          <EmailHistory order={order} resending={resending} />
          <DownloadHistory order={order} />
          <EventHistory
            order={order}
            busy={actions.busy}
            onRestore={(eventId) => void actions.restore(eventId)}
          />
        </aside>
      </div>
      <EmailContentDialog orderId={order.order_id} opened={openedDialog === 'emailContent'} onClose={close} />
      {defencePackTypes.map((type) => (
        <DefencePackDialog
          key={type}
          orderId={order.order_id}
          type={type}
          opened={openedDialog === `defencePack${type}`}
          onClose={close}
        />
      ))}
      <TransactionDialog order={order} opened={openedDialog === 'transaction'} onClose={close} />
      <DisputeDialog order={order} opened={openedDialog === 'dispute'} onClose={close} />
      <RefundDialog
        order={order}
        opened={openedDialog === 'refund' && hasPendingRefund}
        onClose={close}
        onDone={(answer) => {
          close()
          actions.handleRefunded(answer)
        }}
        onRefused={actions.refreshOrder}
      />
    </>
  )
}
