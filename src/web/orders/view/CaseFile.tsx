import { Button } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { Suspense, useEffect, useRef, useState, type CSSProperties, useLayoutEffect } from 'react'
import type { AdvisedDispute } from '#contract/disputes.ts'
import type { OrderDetails } from '#contract/order-details.ts'
import { estDate, jakartaToday } from '#contract/rules/dates.ts'
import { DisputesCard } from '#web/disputes/DisputesCard.tsx'
import { LastMailStatus } from '#web/documents/LastMailStatus.tsx'
import { UploadSection } from '#web/documents/UploadSection.tsx'
import { useResend } from '#web/documents/use-resend.ts'
import { isOpenReply } from '#web/messages/open-replies.ts'
import { lazyComponent } from '#web/lib/lazy-component.tsx'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import type { ProposedQuestion } from '#web/questions/AskCustomerDialog.tsx'
import { canAskCustomer, useAskInAddress } from '#web/questions/ask-address.ts'
import { OpenQuestionNote } from '#web/questions/OpenQuestionNote.tsx'
import { isRefundPending } from '#web/refunds/pending-refund.ts'
import { openFindings } from '#web/preflight/findings.ts'
import { ToCheckCard } from '#web/preflight/ToCheckCard.tsx'
import { CommentPanel } from '#web/remarks/CommentPanel.tsx'
import { RequestsCard } from '#web/requests/RequestsCard.tsx'
import { useRovingFocus } from '#web/ui/use-roving-focus.ts'
import { useCurrentMember } from '#web/session/auth.ts'
import { showToast } from '#web/ui/toast.tsx'
import { actionTexts } from '../action-texts.ts'
import { rememberRecentOrder } from '../recent-orders.ts'
import { useOrderActions } from '../use-order-actions.ts'
import { useStartNext } from '../use-start-next.ts'
import css from './view.module.css'
import { CaseFileDialogs, type CaseFileDialog } from './CaseFileDialogs.tsx'
import { customerName } from './declaration/declaration.ts'
import { DeclarationSections } from './declaration/DeclarationSections.tsx'
import { FamilySection } from './declaration/FamilySection.tsx'
import { GoodsSection } from './declaration/GoodsSection.tsx'
import { OrderInformation } from './declaration/OrderInformation.tsx'
import { AssignButton } from './header/AssignButton.tsx'
import { ColleagueChange } from './header/ColleagueChange.tsx'
import { SectionTabs } from './header/SectionTabs.tsx'
import { MoveButtons } from './header/MoveButtons.tsx'
import { FilingLink } from './header/FilingLink.tsx'
import { PlaceInList } from './header/PlaceInList.tsx'
import {
  AddDisputeButton,
  AskButton,
  DisputeButtons,
  EmailContentButton,
} from './header/OrderDialogButtons.tsx'
import { OrderSummary } from './header/OrderSummary.tsx'
import { useAnnouncedView } from '../viewers/use-announced-view.ts'
import { ViewersHere } from '../viewers/ViewersHere.tsx'
import { OrderTags, OrderTitle } from './header/OrderTitle.tsx'
import { hasNextToClaim, waitingOthers } from './journey/journey.ts'
import { JourneySkeleton } from './journey/JourneySkeleton.tsx'
import { useJourney } from './journey/use-journey.ts'
import { HistoryTabs, type OlderHistory } from './history/HistoryTabs.tsx'
import { useBackTarget } from './use-back-target.ts'
import type { PlaceInListProps } from './use-list-place.ts'
import { eventLabel, type OrderEvent } from './history/event-labels.ts'

const JourneyCard = lazyComponent(() => import('./journey/JourneyCard.tsx'), 'JourneyCard')

interface CaseFileProps {
  order: OrderDetails
  place: PlaceInListProps
  /** ms since 1970. */
  loadedAt: number
  older: OlderHistory
}

const isInFocusedSection = (element: Element) => element.closest('section')?.contains(document.activeElement)

export function CaseFile({ order, place, loadedAt, older }: CaseFileProps) {
  const today = jakartaToday(new Date(loadedAt))
  const back = useBackTarget(order, today)
  const actions = useOrderActions(order)
  const resending = useResend(order)
  const colleague = useColleagueChange(order)
  const { startNext, claims } = useStartNext()
  const steps = useJourney(order)
  useEffect(() => rememberRecentOrder({ orderId: order.order_id, name: customerName(order) }), [order])
  useAnnouncedView(order.order_id)
  const [openedDialog, setOpenedDialog] = useState<CaseFileDialog | null>(null)
  const [question, setQuestion] = useState<ProposedQuestion>({ fields: [], isAdded: false })
  const ask = (proposed: ProposedQuestion) => {
    setQuestion(proposed)
    setOpenedDialog('ask')
  }
  const [editedDispute, setEditedDispute] = useState<AdvisedDispute | null>(null)
  const openDispute = (dispute: AdvisedDispute | null) => {
    setEditedDispute(dispute)
    setOpenedDialog('addDispute')
  }
  const refreshSettled = (moved: boolean) => (moved ? actions.handleMoved() : actions.refreshOrder())
  const addDispute = <AddDisputeButton onAdd={() => openDispute(null)} />
  const canAsk = canAskCustomer(order.process_status)
  const askAboutFirstFinding = () => ask({ fields: openFindings(order)[0]?.fields ?? [], isAdded: false })
  useAskInAddress(() => canAsk && askAboutFirstFinding())
  // Decided once: the box of open replies stays first after they are handled.
  const [showsRepliesFirst] = useState(() => order.messages.some(isOpenReply))
  const { ref: bar, height: barHeight } = useElementSize()
  const facts = useRef<HTMLDivElement>(null)
  useRovingFocus(facts, '[data-fact]')
  const hasPendingRefund = isRefundPending(order)
  useShortcuts({
    correct: () => {
      const buttons = [...(facts.current?.querySelectorAll<HTMLElement>('[data-correct]') ?? [])]
      ;(buttons.find(isInFocusedSection) ?? buttons[0])?.click()
    },
    refund: hasPendingRefund ? () => setOpenedDialog('refund') : undefined,
    refresh: actions.refreshOrder,
  })
  const histories = (
    <HistoryTabs
      order={order}
      today={estDate(new Date(loadedAt))}
      actions={actions}
      resending={resending}
      initialTab={showsRepliesFirst ? 'messages' : 'all'}
      older={older}
    />
  )

  return (
    <>
      <div ref={bar} className={css.sticky}>
        <div className={`row gap-12 ${css.first}`}>
          <div className={`shrinkable ${css.title}`}>
            <OrderTitle
              order={order}
              back={back}
              place={<PlaceInList {...place} />}
              note={<ColleagueChange change={colleague.change} onDismiss={colleague.dismiss} />}
            />
          </div>
          <div className={`row gap-12 ${css.rest}`}>
            <div className={`row gap-12 rigid ${css.summary}`}>
              <OrderTags order={order} />
              <OrderSummary order={order} today={today} />
              <ViewersHere orderId={order.order_id} />
            </div>
            <div className={`flex gap-6 rigid push-end ${css.papers}`}>
              <EmailContentButton onOpen={setOpenedDialog} />
              <FilingLink orderId={order.order_id} />
            </div>
          </div>
        </div>
        <div className={css.moves}>
          <MoveButtons
            status={order.process_status}
            busy={actions.busy}
            onMove={(to) => colleague.allows() && void actions.move(to)}
          />
        </div>
      </div>
      {order.open_question && <OpenQuestionNote question={order.open_question} />}
      <SectionTabs />
      <div className={css.columns} style={{ '--bar': `${barHeight}px` } as CSSProperties}>
        <div id="facts" ref={facts} className={`shrinkable ${css.facts}`}>
          <div className={`stack gap-8 ${css.acts}`}>
            <div>
              <LastMailStatus order={order} resending={resending} />
            </div>
            <div className={css.buttons}>
              <AssignButton
                order={order}
                busy={actions.busy}
                onAssign={(action) => colleague.allows() && void actions.assign(action)}
              />
              {hasPendingRefund && (
                <Button size="xs" onClick={() => setOpenedDialog('refund')}>
                  {actionTexts.refund.label}
                </Button>
              )}
              {canAsk && <AskButton onAsk={askAboutFirstFinding} />}
              <DisputeButtons status={order.process_status} onOpen={setOpenedDialog} />
              {order.disputes.length === 0 && addDispute}
            </div>
          </div>
          <RequestsCard order={order} onSettled={refreshSettled} />
          <DisputesCard
            order={order}
            add={addDispute}
            onPack={(type) => setOpenedDialog(`defencePack${type}`)}
            onEdit={openDispute}
            onSettled={refreshSettled}
          />
          <ToCheckCard
            order={order}
            onAsk={canAsk ? (fields) => ask({ fields, isAdded: true }) : undefined}
          />
          <DeclarationSections order={order} />
          <OrderInformation order={order} />
          <FamilySection order={order} />
          <GoodsSection order={order} />
        </div>
        <aside className={css.aside} aria-label="Upload, comment, time line">
          {showsRepliesFirst && histories}
          <UploadSection
            order={order}
            allows={colleague.allows}
            onCompleted={actions.leaveLists}
            onComplete={() => colleague.allows() && void actions.move('Completed')}
            onNext={startNext}
            isOfJourney={claims && hasNextToClaim(order, today)}
            others={waitingOthers(order).map(({ order_id: orderId }) => orderId)}
          />
          {order.household.length > 0 && (
            <Suspense fallback={<JourneySkeleton orders={order.household.length + 1} />}>
              <JourneyCard order={order} steps={steps} />
            </Suspense>
          )}
          <CommentPanel order={order} onMoved={actions.handleMoved} onRefused={actions.refreshOrder} />
          {!showsRepliesFirst && histories}
        </aside>
      </div>
      <CaseFileDialogs
        order={order}
        actions={actions}
        question={question}
        editedDispute={editedDispute}
        opened={openedDialog}
        onClose={() => setOpenedDialog(null)}
      />
    </>
  )
}

/** ms after a colleague's change during which a click is assumed to be meant for the old state. */
const unseenFor = 1500

/** The newest change since `seenId` if a colleague made it. The member's own later change counts as having seen it. */
export function findColleagueChange(
  events: readonly OrderEvent[],
  seenId: number,
  myName: string,
): OrderEvent | null {
  const newest = events.reduce<OrderEvent | null>(
    (found, event) => (event.id > (found?.id ?? seenId) ? event : found),
    null,
  )
  return newest && newest.by !== myName ? newest : null
}

/**
 * A colleague's change since the order was opened. `allows` returns false, with a toast, for an action that was started
 * just after the change.
 */
function useColleagueChange({ order_id: orderId, events }: OrderDetails) {
  const { name } = useCurrentMember()
  const newestId = Math.max(0, ...events.map(({ id }) => id))
  const [seenId, setSeenId] = useState(newestId)
  const change = findColleagueChange(events, seenId, name)
  const cameAt = useRef(-Infinity)
  const changeId = change?.id
  useLayoutEffect(() => {
    if (changeId !== undefined) cameAt.current = performance.now()
  }, [changeId])

  const allows = () => {
    if (!change || performance.now() - cameAt.current > unseenFor) return true
    showToast({
      tone: 'bad',
      title: `${change.by} has just changed order ${orderId}`,
      text: `${eventLabel(change)}. Nothing else was done.`,
    })
    return false
  }
  return { change, allows, dismiss: () => setSeenId(newestId) }
}
