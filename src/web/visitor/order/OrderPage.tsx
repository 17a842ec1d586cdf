import { useEffect, useState } from 'react'
import { Icon } from '#web/ui/Icon.tsx'
import { CallFailed } from '../call.ts'
import { useShowToast } from '../frame/toast.ts'
import { Heading } from '../Heading.tsx'
import page from '../styles/page.module.css'
import { useTexts } from '../texts/languages.ts'
import { Documents } from './Documents.tsx'
import { announce, startDownload, type VisitorDocument } from './download.ts'
import { History } from './History.tsx'
import { OrderFacts } from './OrderFacts.tsx'
import { OrderLoading } from './OrderLoading.tsx'
import { Situation } from './Situation.tsx'
import { Steps } from './Steps.tsx'
import { useOrder, type OrderView } from './use-order.ts'

interface OrderPageProps {
  orderId: string
  /** Back to where the order is opened. */
  leave: () => void
}

const isShut = (error: unknown): error is CallFailed => error instanceof CallFailed && error.http === 403

/** The download page with its history (spec §2); without the order's cookie it leads back to tracking. */
export function OrderPage({ orderId, leave }: OrderPageProps) {
  const texts = useTexts()
  const showToast = useShowToast()
  const { state, reload, retry } = useOrder(orderId)
  const failure = state.is === 'failed' ? state.failure : null

  const goBack = (refusal: CallFailed) => {
    showToast({ tone: 'bad', text: refusal.message })
    leave()
  }
  useEffect(() => {
    if (isShut(failure)) goBack(failure)
  })

  if (state.is === 'loading' || isShut(failure)) return <OrderLoading />
  if (state.is === 'failed')
    return (
      <div>
        <Heading title={texts.order.title}>{texts.order.title}</Heading>
        <p className={page.alert} role="alert">
          <Icon name="alert" size={20} />
          {state.failure.message || texts.noAnswer}
        </p>
        <button type="button" className={`${page.big} ${page.submit}`} onClick={retry}>
          {texts.order.again}
        </button>
      </div>
    )
  return <OrderShown view={state.view} reload={reload} goBack={goBack} />
}

interface OrderShownProps {
  view: OrderView
  reload: () => Promise<void>
  goBack: (refusal: CallFailed) => void
}

function OrderShown({ view, reload, goBack }: OrderShownProps) {
  const texts = useTexts().order
  const [starting, setStarting] = useState<string | null>(null)
  const { order, history, path } = view
  const hasDocuments = order.documents.length > 0

  const download = async (document: VisitorDocument) => {
    setStarting(document.file1)
    try {
      await announce(order.order_id, document)
      await Promise.all([reload(), startDownload(path, order.order_id, document)])
    } catch (error) {
      if (isShut(error)) goBack(error)
      // A failed download is only logged (spec §8); the button is there again.
      console.error('download', error)
    } finally {
      setStarting(null)
    }
  }

  return (
    <>
      <div>
        <Situation order={order} />
        {hasDocuments && (
          <Documents
            documents={order.documents}
            starting={starting}
            onDownload={(document) => void download(document)}
          />
        )}
        <Steps steps={order.steps} travelDate={order.travel_date} />
        {(hasDocuments || history.length > 0) && <History rows={history} />}
        {!hasDocuments && order.stage !== 'closed' && (
          <section className={page.section}>
            <h2 className={page.subheading}>{texts.nowHeading}</h2>
            <p className={page.text}>{texts.now}</p>
          </section>
        )}
      </div>
      <OrderFacts order={order} />
    </>
  )
}
