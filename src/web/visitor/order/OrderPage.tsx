import { useEffect, type MouseEvent } from 'react'
import { orderPath } from '#contract/rules/visitor-addresses.ts'
import type { OpenedOrder, VisitorPageData } from '#contract/visitor-page-data.ts'
import type { CallError } from '../call.ts'
import { useShowToast } from '../layout/toast.ts'
import { Heading } from '../Heading.tsx'
import { ErrorAlert } from '../ErrorAlert.tsx'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import { DocumentDownloads } from './DocumentDownloads.tsx'
import { documentUrl } from './download.ts'
import { DownloadHistory } from './DownloadHistory.tsx'
import { OrderSummary } from './OrderSummary.tsx'
import { OrderSkeleton } from './OrderSkeleton.tsx'
import { StageHeading } from './StageHeading.tsx'
import { ProgressSteps } from './ProgressSteps.tsx'
import { isOrderNotOpen, useOrderActions } from './use-order-actions.ts'
import { useOrder } from './use-order.ts'
import { WithdrawnAlert } from './WithdrawnAlert.tsx'

interface OrderPageProps {
  orderId: string
  initialData: VisitorPageData | null
  /** The language was guessed, not chosen. */
  isLanguageGuessed: boolean
  /** Called to return to the tracking page. */
  onLeave: () => void
}

/** Runs an action instead of following the link, which works without scripts. */
const preventDefaultAnd = (action: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  action()
}

/** The download page with its history (spec §2); without the order's cookie it returns to the tracking page. */
export function OrderPage({ orderId, initialData, isLanguageGuessed, onLeave }: OrderPageProps) {
  const texts = useTexts()
  const language = useLanguage()
  const showToast = useShowToast()
  const { state, reload, retry } = useOrder(orderId, initialData)
  const failure = state.status === 'failed' ? state.failure : null
  const orderLanguage = state.status === 'shown' ? state.view.order.language : null

  const goBack = (refusal: CallError) => {
    showToast({ tone: 'bad', text: refusal.message })
    onLeave()
  }
  useEffect(() => {
    if (isOrderNotOpen(failure)) goBack(failure)
  })
  // The order's language is known only once it is open; reloading renders the page in it.
  const needsOrderLanguage = isLanguageGuessed && orderLanguage !== null && orderLanguage !== language
  useEffect(() => {
    if (needsOrderLanguage) location.reload()
  }, [needsOrderLanguage])

  if (state.status === 'loading' || isOrderNotOpen(failure)) return <OrderSkeleton />
  if (state.status === 'failed')
    return (
      <div>
        <Heading title={texts.order.title}>{texts.order.title}</Heading>
        <ErrorAlert>{state.failure.message || texts.noAnswer}</ErrorAlert>
        <a
          className={`${page.big} ${page.submit}`}
          href={orderPath(orderId)}
          onClick={preventDefaultAnd(retry)}
        >
          {texts.order.again}
        </a>
      </div>
    )
  return <OrderContent view={state.view} reload={reload} goBack={goBack} />
}

interface OrderContentProps {
  view: OpenedOrder
  reload: () => Promise<void>
  goBack: (refusal: CallError) => void
}

function OrderContent({ view, reload, goBack }: OrderContentProps) {
  const texts = useTexts()
  const actions = useOrderActions({ view, reload, goBack })
  const { order, history, path } = view
  const hasDocuments = order.documents.length > 0
  const isWaiting = !hasDocuments && order.stage !== 'closed'

  return (
    <>
      <div>
        <StageHeading order={order} />
        {actions.isDocumentWithdrawn && order.stage !== 'correcting' && (
          <WithdrawnAlert email={order.email} />
        )}
        {hasDocuments && (
          <DocumentDownloads
            documents={order.documents}
            urlOf={(document) => documentUrl(path, order.order_id, document)}
            startingFile={actions.startingFile}
            onDownload={(document) => void actions.download(document)}
          />
        )}
        <ProgressSteps steps={order.steps} travelDate={order.travel_date} />
        {isWaiting && (
          <section className={page.section}>
            <h2 className={page.subheading}>{texts.order.nowHeading}</h2>
            <p className={page.text}>{texts.order.now}</p>
            <a
              className={`${page.big} ${page.submit}`}
              href={orderPath(String(order.order_id))}
              onClick={preventDefaultAnd(() => void actions.lookForNews())}
            >
              {texts.order.reload}
            </a>
            {actions.reloadFailure && <ErrorAlert>{actions.reloadFailure}</ErrorAlert>}
          </section>
        )}
        {(hasDocuments || history.length > 0) && (
          <DownloadHistory rows={history} isRowExpected={actions.isRowExpected} />
        )}
      </div>
      <OrderSummary order={order} />
    </>
  )
}
