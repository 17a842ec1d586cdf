import { useEffect, useState } from 'react'
import type { OpenedOrder } from '#contract/visitor-page-data.ts'
import { CallError } from '../call.ts'
import { useShowToast } from '../toast.ts'
import { useTexts } from '../localization.ts'
import {
  documentUrl,
  recordDownload,
  startDownload,
  untilReceived,
  type VisitorDocument,
} from './download.ts'

export const isOrderNotOpen = (error: unknown): error is CallError & { httpStatus: 403 } =>
  error instanceof CallError && error.httpStatus === 403

const isDocumentMissing = (error: unknown) => error instanceof CallError && error.httpStatus === 404

interface OrderActionsInput {
  view: OpenedOrder
  reload: () => Promise<OpenedOrder>
  goBack: (refusal: CallError) => void
}

export function useOrderActions({ view: { order, history, path }, reload, goBack }: OrderActionsInput) {
  const texts = useTexts()
  const showToast = useShowToast()
  const [startingFile, setStartingFile] = useState<string | null>(null)
  /** Number of downloads before the current one; null if there is none. */
  const [rowsBefore, setRowsBefore] = useState<number | null>(null)
  const [isDocumentWithdrawn, setIsDocumentWithdrawn] = useState(false)
  const [reloadFailure, setReloadFailure] = useState<string | null>(null)

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

  const download = async (wanted: VisitorDocument) => {
    setStartingFile(wanted.file1)
    setRowsBefore(history.length)
    setIsDocumentWithdrawn(false)
    try {
      await recordDownload(order.order_id, wanted)
      await Promise.all([reload(), startDownload(documentUrl(path, order.order_id, wanted))])
      // The page shows what it knows; a look that fails is repeated by the next action.
      void untilReceived(reload).catch((error: unknown) => console.error('download history', error))
    } catch (error) {
      // A failed download is only logged (spec §8); the button is enabled again.
      console.error('download', error)
      setRowsBefore(null)
      if (isOrderNotOpen(error)) goBack(error)
      if (isDocumentMissing(error)) {
        await checkForChanges()
        setIsDocumentWithdrawn(true)
      }
    } finally {
      setStartingFile(null)
    }
  }

  // A request for what was not received yet belongs to the row that is there.
  const isNewRow = history[0] === undefined || history[0].received === 'whole'
  const isRowExpected = isNewRow && rowsBefore !== null && history.length <= rowsBefore
  return { startingFile, isRowExpected, isDocumentWithdrawn, reloadFailure, checkForChanges, download }
}
