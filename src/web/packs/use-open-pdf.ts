import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getOrder } from '#contract/order-details.ts'
import { defencePackPdf, type DefencePackType } from '#contract/packs.ts'
import { callForFile } from '#web/lib/client.ts'
import { showFailure } from '#web/lib/show-failure.ts'
import { refresh } from '#web/lib/endpoint-hooks.ts'
import { showToast } from '#web/ui/toast.tsx'

/** Shows a text in the new window until the PDF is loaded. */
function showWaitingText(pdfWindow: Window, title: string) {
  pdfWindow.document.title = title
  pdfWindow.document.body.textContent = `${title} is being made…`
}

/**
 * Opens a window first and then loads the PDF into it, because browsers block windows opened after the click. A failure
 * is shown here, and the window closes.
 */
export function useOpenPdf(orderId: number, type: DefencePackType) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const open = async () => {
    const pdfWindow = window.open('', '_blank')
    if (!pdfWindow) {
      showToast({ tone: 'bad', title: 'The browser did not open a window. Allow pop-ups for this site.' })
      return
    }
    showWaitingText(pdfWindow, `Defence Pack ${type}, order ${orderId}`)
    setBusy(true)
    try {
      const file = await callForFile(defencePackPdf, { body: { orderId, defencePackType: type } })
      pdfWindow.location.replace(URL.createObjectURL(file))
      // The new PDF is an event in the order's history.
      void refresh(client, [getOrder])
    } catch (error) {
      pdfWindow.close()
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return { open, busy }
}
