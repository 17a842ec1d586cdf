import type { downloadDocument, VisitorOrder } from '#contract/visitor.ts'
import { post } from '../call.ts'

/** From the server's confirmation to the start of the file download (spec §4, §9). */
const DOWNLOAD_DELAY_MS = 1000

export type VisitorDocument = VisitorOrder['documents'][number]

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Where the document is (spec §7); a browser that follows the link downloads it. */
export const documentUrl = (path: string, orderId: number, { file1 }: VisitorDocument) =>
  `/${path}/${orderId}_${file1}`

/** Tells the server, which records the download before a byte is sent. */
export const recordDownload = (orderId: number, document: VisitorDocument) =>
  post<typeof downloadDocument>('/front/download-passport-doc-pdf', {
    orderId,
    customername: document.customer_name,
    file1: document.file1,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })

/**
 * Starts the browser's own download of an announced document after the delay.
 * @throws where the file is not there; it is asked for first (spec §7), since a browser's download tells nothing
 */
export async function startDownload(url: string) {
  await delay(DOWNLOAD_DELAY_MS)
  const { ok, status } = await fetch(url, { method: 'HEAD' })
  if (!ok) throw new Error(`${url}: ${status}`)
  const link = window.document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
