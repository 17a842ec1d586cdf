import { useEffect, useEffectEvent, useState } from 'react'
import type { OpenedOrder } from '#contract/visitor-page-data.ts'
import { CallError } from '../call.ts'
import { useShowToast } from '../toast.ts'
import { useTexts } from '../localization.ts'
import { isOrderNotOpen } from './load-order.ts'
import { documentUrl, isReceived, recordDownload, startDownload, type VisitorDocument } from './download.ts'

const isDocumentMissing = (error: unknown) => error instanceof CallError && error.httpStatus === 404

/** What is known of a document's newest download. */
export interface DownloadOutcome {
  file1: string
  kind: 'started' | 'lapsed' | 'received' | 'missed'
}

interface OrderActionsInput {
  view: OpenedOrder
  reload: () => Promise<OpenedOrder>
  goBack: (refusal: CallError) => void
}

export function useOrderActions({ view: { order, history, path }, reload, goBack }: OrderActionsInput) {
  const texts = useTexts()
  const showToast = useShowToast()
  const [startingFile, setStartingFile] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<DownloadOutcome | null>(null)
  /** Number of downloads before the current one; null if there is none. */
  const [rowsBefore, setRowsBefore] = useState<number | null>(null)
  const [isDocumentWithdrawn, setIsDocumentWithdrawn] = useState(false)
  const [reloadFailure, setReloadFailure] = useState<string | null>(null)
  useNews(reload)

  // The link of a withdrawn document disappears, and the focus with it; the alert is at the page's top.
  useEffect(() => {
    if (isDocumentWithdrawn && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#content')?.focus()
  }, [isDocumentWithdrawn])

  const checkForChanges = async () => {
    setReloadFailure(null)
    setIsDocumentWithdrawn(false)
    try {
      await reload()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isOrderNotOpen(error)) return goBack(error)
      const text = error.message || texts.noAnswer
      setReloadFailure(text)
      showToast({ tone: 'bad', text })
    }
  }

  /** The page shows what it knows; a look that fails is repeated by the next action. */
  const watch = async (started: DownloadOutcome) => {
    setOutcome(started)
    const kind = (await isReceived(reload)) ? 'received' : 'missed'
    setOutcome((current) => (current === started ? { ...started, kind } : current))
  }

  const download = async (wanted: VisitorDocument) => {
    const { file1 } = wanted
    const tapped = performance.now()
    setStartingFile(file1)
    setOutcome(null)
    setRowsBefore(history.length)
    setIsDocumentWithdrawn(false)
    try {
      await recordDownload(order.order_id, wanted)
      const [, kind] = await Promise.all([
        reload(),
        startDownload(documentUrl(path, order.order_id, wanted), tapped),
      ])
      void watch({ file1, kind }).catch((error: unknown) => console.error('download history', error))
    } catch (error) {
      // A failed download is logged (spec §8) and said beside the button, which is enabled again.
      console.error('download', error)
      setRowsBefore(null)
      if (isOrderNotOpen(error)) return goBack(error)
      if (!isDocumentMissing(error)) return setOutcome({ file1, kind: 'missed' })
      await checkForChanges()
      setIsDocumentWithdrawn(true)
    } finally {
      setStartingFile(null)
    }
  }

  // A request for what was not received yet belongs to the row that is there.
  const isNewRow = history[0] === undefined || history[0].received === 'whole'
  const isRowExpected = isNewRow && rowsBefore !== null && history.length <= rowsBefore
  return {
    startingFile,
    outcome,
    isRowExpected,
    isDocumentWithdrawn,
    reloadFailure,
    checkForChanges,
    download,
  }
}

/** ms between the looks for news while the page is shown. */
const NEWS_MS = 90_000

/** Looks for news when the page is shown again, when the connection is back, and at times. */
function useNews(reload: () => Promise<OpenedOrder>) {
  const look = useEffectEvent(() => {
    // Without an answer the page stays as it is.
    if (!document.hidden) reload().catch((error: unknown) => console.error('news', error))
  })
  useEffect(() => {
    const handleReturn = () => look()
    const timer = setInterval(handleReturn, NEWS_MS)
    document.addEventListener('visibilitychange', handleReturn)
    addEventListener('online', handleReturn)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', handleReturn)
      removeEventListener('online', handleReturn)
    }
  }, [])
}
