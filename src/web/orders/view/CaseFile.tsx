import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Fragment, useState, type CSSProperties, type ReactNode } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { EmailHistory } from '#web/documents/EmailHistory.tsx'
import { LastMailStatus } from '#web/documents/LastMailStatus.tsx'
import { UploadSection } from '#web/documents/UploadSection.tsx'
import { useMailPolling } from '#web/documents/use-mail-polling.ts'
import { useResend, type Resend } from '#web/documents/use-resend.ts'
import { MessagesSection } from '#web/messages/MessagesSection.tsx'
import { isOpenReply } from '#web/messages/open-replies.ts'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { CommentPanel } from '#web/remarks/CommentPanel.tsx'
import { actionTexts } from '../action-texts.ts'
import { useOrderActions, type OrderActions } from '../use-order-actions.ts'
import css from './CaseFile.module.css'
import { CaseFileDialogs, type CaseFileDialog } from './CaseFileDialogs.tsx'
import { DeclarationSections } from './declaration/DeclarationSections.tsx'
import { FamilySection } from './declaration/FamilySection.tsx'
import { GoodsSection } from './declaration/GoodsSection.tsx'
import { OrderInformation } from './declaration/OrderInformation.tsx'
import { AssignButton } from './header/AssignButton.tsx'
import { SectionTabs } from './header/SectionTabs.tsx'
import { MoveButtons } from './header/MoveButtons.tsx'
import { OrderHeader } from './header/OrderHeader.tsx'
import { OrderSummary } from './header/OrderSummary.tsx'
import { CommentHistory, DownloadHistory, EventHistory } from './history/Histories.tsx'
import { useBackTarget } from './use-back-target.ts'

interface SectionProps {
  order: OrderDetails
  actions: OrderActions
  resending: Resend
  showsRepliesFirst: boolean
}

type Sections = Readonly<Record<string, (props: SectionProps) => ReactNode>>

/** What the customer gave, from above. */
const facts: Sections = {
  information: ({ order }) => <OrderInformation order={order} />,
  declaration: ({ order }) => <DeclarationSections order={order} />,
  family: ({ order }) => <FamilySection order={order} />,
  goods: ({ order }) => <GoodsSection order={order} />,
}

/** What is done with the order, and what was, from above. */
const actionsAndHistories: Sections = {
  openReplies: ({ order, showsRepliesFirst }) => showsRepliesFirst && <MessagesSection order={order} />,
  upload: ({ order }) => <UploadSection order={order} />,
  comment: ({ order }) => <CommentPanel orderId={order.order_id} />,
  messages: ({ order, showsRepliesFirst }) => !showsRepliesFirst && <MessagesSection order={order} />,
  commentHistory: ({ order }) => <CommentHistory order={order} />,
  emailHistory: ({ order, resending }) => <EmailHistory order={order} resending={resending} />,
  downloadHistory: ({ order }) => <DownloadHistory order={order} />,
  history: ({ order, actions: { busy, restore } }) => (
    <EventHistory order={order} busy={busy} onRestore={(eventId) => void restore(eventId)} />
  ),
}

const renderSections = (sections: Sections, props: SectionProps) =>
  Object.entries(sections).map(([name, render]) => <Fragment key={name}>{render(props)}</Fragment>)

interface CaseFileProps {
  order: OrderDetails
  /** When the order was read, in ms since 1970. */
  loadedAt: number
}

/** An order's case file: its data beside the actions, with the moves always visible. */
export function CaseFile({ order, loadedAt }: CaseFileProps) {
  const today = jakartaToday(new Date(loadedAt))
  const back = useBackTarget(order, today)
  const actions = useOrderActions(order)
  const resending = useResend(order)
  useMailPolling(order)
  const [openedDialog, setOpenedDialog] = useState<CaseFileDialog | null>(null)
  // Decided once: open replies come first, and the section does not move when they are handled.
  const [showsRepliesFirst] = useState(() => order.messages.some(isOpenReply))
  const { ref: bar, height: barHeight } = useElementSize()
  const hasPendingRefund = isRefundPending(order)
  const section = { order, actions, resending, showsRepliesFirst }

  return (
    <>
      <OrderHeader
        order={order}
        back={back}
        onOpen={setOpenedDialog}
        mail={<LastMailStatus order={order} resending={resending} />}
        actions={
          <>
            <AssignButton
              order={order}
              busy={actions.busy}
              onAssign={(action) => void actions.assign(action)}
            />
            {hasPendingRefund && (
              <Button size="xs" onClick={() => setOpenedDialog('refund')}>
                {actionTexts.refund.label}
              </Button>
            )}
          </>
        }
      />
      <div ref={bar} className={css.sticky}>
        <div className={css.bar}>
          <OrderSummary order={order} today={today} />
          <MoveButtons
            status={order.process_status}
            busy={actions.busy}
            onMove={(to) => void actions.move(to)}
          />
        </div>
      </div>
      <SectionTabs />
      <div className={css.columns} style={{ '--bar': `${barHeight}px` } as CSSProperties}>
        <div id="facts" className={css.facts}>
          {renderSections(facts, section)}
        </div>
        <aside className={css.aside} aria-label="Actions and histories">
          {renderSections(actionsAndHistories, section)}
        </aside>
      </div>
      <CaseFileDialogs
        order={order}
        actions={actions}
        opened={openedDialog}
        onClose={() => setOpenedDialog(null)}
      />
    </>
  )
}
