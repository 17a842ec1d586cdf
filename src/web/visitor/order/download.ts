import type { OpenedOrder } from '#contract/visitor-page-data.ts'
import type { downloadDocument, VisitorOrder } from '#contract/visitor.ts'
import { CallError, fetchInTime, post } from '../call.ts'

/** ms from the server's confirmation to the start of the download (spec §4, §9) */
const DOWNLOAD_DELAY_MS = 1000

export type VisitorDocument = VisitorOrder['documents'][number]

/** ms between the looks at whether a download that began is received: small files soon, large ones after a while. */
const LOOK_DELAYS_MS = [1000, 3000, 10_000, 30_000]

/** Looks again until the newest download is whole; whether it was at the last look. */
export async function isReceived(reload: () => Promise<OpenedOrder>): Promise<boolean> {
  for (const ms of LOOK_DELAYS_MS) {
    await delay(ms)
    const { history } = await reload()
    if (history[0]?.received === 'whole') return true
  }
  return false
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** URL of a document (spec §7). */
export const documentUrl = (path: string, orderId: number, { file1 }: VisitorDocument) =>
  `/${path}/${orderId}_${file1}`

/** Records the download before the file is requested. */
export const recordDownload = (orderId: number, document: VisitorDocument) =>
  post<typeof downloadDocument>('/front/download-passport-doc-pdf', {
    orderId,
    customername: document.customer_name,
    file1: document.file1,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  })

/** How long a browser that does not tell lets a page act upon a tap. */
const TAP_MS = 5000

/** Older browsers have no `userActivation`. */
const isTapActive = (tapped: number) => {
  const { userActivation }: { userActivation?: { isActive: boolean } } = navigator
  return userActivation ? userActivation.isActive : performance.now() - tapped < TAP_MS
}

/**
 * Starts the browser's download of a recorded document after the delay. `lapsed`: so much time passed since the tap that
 * a browser may want another.
 * @throws CallError if the file does not exist: checked with HEAD (spec §7), since a browser download reports no errors
 */
export async function startDownload(url: string, tapped: number): Promise<'started' | 'lapsed'> {
  await delay(DOWNLOAD_DELAY_MS)
  const { ok, status } = await fetchInTime(url, { method: 'HEAD' })
  if (!ok) throw new CallError(status, '')
  const link = window.document.createElement('a')
  link.href = url
  link.download = ''
  const mayStart = isTapActive(tapped)
  link.click()
  return mayStart ? 'started' : 'lapsed'
}
