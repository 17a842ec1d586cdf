import { useEffect, type MouseEvent } from 'react'
import { openedFragment, orderPath, trackPath } from '#contract/rules/visitor-addresses.ts'
import type { OpenedOrder, VisitorPageData } from '#contract/visitor-page-data.ts'
import { localizedDate, localizedMoney } from '#contract/rules/localized-formats.ts'
import type { VisitorOrder, VisitorStep } from '#contract/visitor.ts'
import { fillText } from '#contract/rules/fill-text.ts'
import type { CallError } from '../call.ts'
import { useShowToast } from '../toast.ts'
import { Heading } from '../Heading.tsx'
import { ErrorAlert } from '../ErrorAlert.tsx'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../localization.ts'
import { AskAgency } from './AskAgency.tsx'
import { DocumentDownloads } from './DocumentDownloads.tsx'
import { documentUrl } from './download.ts'
import { DownloadHistory } from './DownloadHistory.tsx'
import { SaleDisclosure } from './SaleDisclosure.tsx'
import { StageHeading } from './StageHeading.tsx'
import { isOrderNotOpen } from './load-order.ts'
import { useOrderActions } from './use-order-actions.ts'
import { useOrder } from './use-order.ts'
import { SentenceWithPersonalText } from '../PersonalText.tsx'
import css from './order.module.css'
import { Help } from '../Help.tsx'
import { Icon } from '../Icon.tsx'
import { useIsHydrated } from '../use-is-hydrated.ts'
import { estDay, localDay } from './format.ts'

export interface OrderPageProps {
  orderId: string
  initialData: VisitorPageData | null
  opened: OpenedOrder | null
  isLanguageGuessed: boolean
  onLeave: () => void
}

/** The link itself works without scripts. */
const preventDefaultAnd = (action: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  action()
}

/** The download page with its history (spec §2); without the order's cookie it returns to the tracking page. */
export function OrderPage({ orderId, initialData, opened, isLanguageGuessed, onLeave }: OrderPageProps) {
  const texts = useTexts()
  const language = useLanguage()
  const showToast = useShowToast()
  const { state, reload, retry } = useOrder(orderId, initialData, opened)
  const failure = state.status === 'failed' ? state.failure : null
  const orderLanguage = state.status === 'shown' ? state.view.order.language : null

  // A later visit of this address is not one that the form has just opened.
  useEffect(() => {
    if (location.hash === `#${openedFragment}`)
      history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  const goBack = (refusal: CallError) => {
    showToast({ tone: 'bad', text: refusal.message })
    onLeave()
  }
  useEffect(() => {
    if (isOrderNotOpen(failure)) goBack(failure)
  })
  // A reload renders the page in the order's language, known only after it is open.
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
  return (
    <OrderContent view={state.view} notice={initialData?.notice ?? null} reload={reload} goBack={goBack} />
  )
}

interface OrderContentProps {
  view: OpenedOrder
  /** Why a form was refused that was sent without scripts. */
  notice: string | null
  reload: () => Promise<OpenedOrder>
  goBack: (refusal: CallError) => void
}

function OrderContent({ view, notice, reload, goBack }: OrderContentProps) {
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
            sharedPath={trackPath(order.order_id)}
            startingFile={actions.startingFile}
            outcome={actions.outcome}
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
              onClick={preventDefaultAnd(() => void actions.checkForChanges())}
            >
              {texts.order.reload}
            </a>
            {actions.reloadFailure && <ErrorAlert>{actions.reloadFailure}</ErrorAlert>}
          </section>
        )}
        {(hasDocuments || history.length > 0) && (
          <DownloadHistory rows={history} isRowExpected={actions.isRowExpected} />
        )}
        {order.disclosure && <SaleDisclosure shown={order.disclosure} />}
        {order.bought && <AskAgency order={order} notice={notice} onAsked={reload} />}
      </div>
      <OrderSummary order={order} />
    </>
  )
}

/** Shown if the page's heading does not mention the withdrawn document. */
function WithdrawnAlert({ email }: { email: string }) {
  const { heading, lede } = useTexts().order.situations.correcting
  return (
    <ErrorAlert>
      <strong className={css.withdrawnHeading}>{heading}</strong>
      <SentenceWithPersonalText sentence={lede}>{email}</SentenceWithPersonalText>
    </ErrorAlert>
  )
}

function OrderSkeleton() {
  const texts = useTexts().order
  return (
    <div className={css.page}>
      <title>{texts.title}</title>
      <output className={css.words}>{texts.loading}</output>
      <div className={css.waitingWord} />
      <div className={css.waitingHeading} />
      <div className={css.lede} />
      <div className={css.button} />
    </div>
  )
}

function OrderSummary({ order }: { order: VisitorOrder }) {
  const { order: texts, help, ask } = useTexts()
  const dayOf = useIsHydrated() ? localDay : estDay
  const language = useLanguage()
  const items = [
    { label: texts.orderId, value: String(order.order_id) },
    { label: texts.traveller, value: order.customer_name },
    { label: texts.orderType, value: texts.orderTypes[order.order_type] },
    {
      label: texts.travelDate[order.order_type],
      value: order.travel_date && localizedDate(language, order.travel_date),
    },
    {
      label: ask.paid,
      value: order.bought?.amount && localizedMoney(language, order.bought.amount, order.bought.currency),
    },
    { label: ask.ordered, value: order.bought && dayOf(language, order.bought.at) },
    { label: ask.site, value: order.landing_domain },
    { label: ask.statement, value: order.bought?.statement_name },
  ].filter(({ value }) => value)
  return (
    <aside className={page.aside}>
      <h2>{texts.factsHeading}</h2>
      <dl>
        {items.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="notranslate" translate="no">
              <bdi suppressHydrationWarning>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Help email={order.application_email}>{help.writeWithId}</Help>
    </aside>
  )
}

interface ProgressStepsProps {
  steps: VisitorStep[]
  travelDate: string | null
}

/** Steps with their known dates. */
function ProgressSteps({ steps, travelDate }: ProgressStepsProps) {
  const texts = useTexts().order
  const language = useLanguage()
  const dayOf = useIsHydrated() ? localDay : estDay
  const dateText = ({ key, state, at }: VisitorStep) => {
    if (at)
      return state === 'now' ? fillText(texts.since, { date: dayOf(language, at) }) : dayOf(language, at)
    const isAhead = key === 'ready' && state === 'todo' && travelDate
    return isAhead ? fillText(texts.before, { date: localizedDate(language, travelDate) }) : null
  }
  return (
    <ol className={css.steps}>
      {steps.map((step) => (
        <li key={step.key} data-state={step.state} aria-current={step.state === 'now' ? 'step' : undefined}>
          <span className={css.mark}>{step.state === 'done' && <Icon name="tick" size={14} />}</span>
          <span className={css.name}>{texts.steps[step.key]}</span>
          <small className={css.date}>
            {/* Server and browser may know different month names. */}
            <bdi suppressHydrationWarning>{dateText(step)}</bdi>
          </small>
        </li>
      ))}
    </ol>
  )
}
