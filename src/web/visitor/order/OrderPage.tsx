import { useEffect, useState, type MouseEvent } from 'react'
import type { OpenedOrder, VisitorStart } from '#contract/visitor-start.ts'
import { CallFailed } from '../call.ts'
import { useShowToast } from '../frame/toast.ts'
import { Heading } from '../Heading.tsx'
import { Refusal } from '../Refusal.tsx'
import { orderPath } from '../routes.ts'
import page from '../page.module.css'
import { useLanguage, useTexts } from '../texts/languages.ts'
import { Documents } from './Documents.tsx'
import { announce, documentUrl, startDownload, type VisitorDocument } from './download.ts'
import { History } from './History.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLoading } from './OrderLoading.tsx'
import { Situation } from './Situation.tsx'
import { Steps } from './Steps.tsx'
import { useOrder } from './use-order.ts'

interface OrderPageProps {
  orderId: string
  first: VisitorStart | null
  /** Nobody chose the language of these pages. */
  isGuess: boolean
  /** Back to where the order is opened. */
  leave: () => void
}

const isShut = (error: unknown): error is CallFailed & { http: 403 } =>
  error instanceof CallFailed && error.http === 403

/** Where no script runs, the link loads the page anew; else it does this. */
const instead = (act: () => void) => (event: MouseEvent) => {
  event.preventDefault()
  act()
}

/** The download page with its history (spec §2); without the order's cookie it leads back to tracking. */
export function OrderPage({ orderId, first, isGuess, leave }: OrderPageProps) {
  const texts = useTexts()
  const language = useLanguage()
  const showToast = useShowToast()
  const { state, reload, retry } = useOrder(orderId, first)
  const failure = state.is === 'failed' ? state.failure : null
  const own = state.is === 'shown' ? state.view.order.language : null

  const goBack = (refusal: CallFailed) => {
    showToast({ tone: 'bad', text: refusal.message })
    leave()
  }
  useEffect(() => {
    if (isShut(failure)) goBack(failure)
  })
  // The language of an order is known once it is open; the server gives the page anew in it.
  const isInAnother = isGuess && own !== null && own !== language
  useEffect(() => {
    if (isInAnother) location.reload()
  }, [isInAnother])

  if (state.is === 'loading' || isShut(failure)) return <OrderLoading />
  if (state.is === 'failed')
    return (
      <div>
        <Heading title={texts.order.title}>{texts.order.title}</Heading>
        <Refusal>{state.failure.message || texts.noAnswer}</Refusal>
        <a className={`${page.big} ${page.submit}`} href={orderPath(orderId)} onClick={instead(retry)}>
          {texts.order.again}
        </a>
      </div>
    )
  return <OrderShown view={state.view} reload={reload} goBack={goBack} />
}

interface OrderShownProps {
  view: OpenedOrder
  reload: () => Promise<void>
  goBack: (refusal: CallFailed) => void
}

function OrderShown({ view, reload, goBack }: OrderShownProps) {
  const texts = useTexts()
  const showToast = useShowToast()
  const [starting, setStarting] = useState<string | null>(null)
  const { order, history, path } = view
  const hasDocuments = order.documents.length > 0
  const isWaiting = !hasDocuments && order.stage !== 'closed'

  const download = async (document: VisitorDocument) => {
    setStarting(document.file1)
    try {
      await announce(order.order_id, document)
      await Promise.all([reload(), startDownload(documentUrl(path, order.order_id, document))])
    } catch (error) {
      if (isShut(error)) goBack(error)
      // A failed download is only logged (spec §8); the button is there again.
      console.error('download', error)
    } finally {
      setStarting(null)
    }
  }

  const look = () =>
    reload().catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error
      if (isShut(error)) goBack(error)
      else showToast({ tone: 'bad', text: error.message || texts.noAnswer })
    })

  return (
    <>
      <div>
        <Situation order={order} />
        {hasDocuments && (
          <Documents
            documents={order.documents}
            urlOf={(document) => documentUrl(path, order.order_id, document)}
            starting={starting}
            onDownload={(document) => void download(document)}
          />
        )}
        <Steps steps={order.steps} travelDate={order.travel_date} />
        {isWaiting && (
          <section className={page.section}>
            <h2 className={page.subheading}>{texts.order.nowHeading}</h2>
            <p className={page.text}>{texts.order.now}</p>
            <a
              className={`${page.big} ${page.submit}`}
              href={orderPath(String(order.order_id))}
              onClick={instead(() => void look())}
            >
              {texts.order.reload}
            </a>
          </section>
        )}
        {(hasDocuments || history.length > 0) && <History rows={history} />}
      </div>
      <OrderFacts order={order} />
    </>
  )
}
