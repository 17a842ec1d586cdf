import { encodeOrderId } from './order-id.ts'

/** Tracking, the visitor's first page (spec §2); with an order ID it is filled in. */
export const trackPath = (orderId: number | string | null) =>
  orderId === null ? '/track-order' : `/track-order/${encodeOrderId(orderId)}`

/**
 * Fragment of an order's page that its form has just opened. A browser without the order's cookie is redirected and keeps
 * the fragment: the tracking page shows the element with this id.
 */
export const openedFragment = 'opened'

/** Tracking with both fields filled in. No server sees the fragment. */
export const filledTrackPath = (orderId: number | string, email: string | null) =>
  trackPath(orderId) + (email === null ? '' : `#e=${encodeURIComponent(email)}`)

/** The e-mail of a fragment; null for any other. */
export function emailOfFragment(fragment: string): string | null {
  const email = new URLSearchParams(fragment.replace(/^#/, '').replaceAll('+', '%2B')).get('e')
  return email || null
}

/** The download page of an order, by its encoded id (spec §2). */
export const orderPath = (orderId: number | string) => `/get-new-order-details/${encodeOrderId(orderId)}`

/** Where a customer fetches the file of everything that is held of them, by the secret of a link (UU 27/2022). */
export const accessFilePath = (secret: string) => `/access-file/${secret}`

/** Where a customer answers what was asked, by the secret of a link (product §12). */
export const answerPath = (secret: string) => `/answer/${secret}`

/** The addresses at which each page is answered; `*` stands for any rest. */
export const trackPagePatterns = ['/track-order', '/track-order/*'] as const
export const orderPagePatterns = ['/get-new-order-details', '/get-new-order-details/*'] as const
export const accessFilePagePattern = '/access-file/*'
export const answerPagePattern = '/answer/*'
export const visitorPagePatterns = [
  ...trackPagePatterns,
  ...orderPagePatterns,
  accessFilePagePattern,
  answerPagePattern,
]

/** The encoded order ID in an address is the first group: tracking works without one, the download page does not. */
export const trackPattern = /^\/track-order(?:\/([^/]*))?\/?$/
export const orderPattern = /^\/get-new-order-details\/([^/]+)\/?$/

export const accessFilePattern = /^\/access-file\/([^/]+)\/?$/
export const answerPattern = /^\/answer\/([^/]+)\/?$/

/** Whether the address has a secret in it, which no script of another's may read. */
export const hasSecret = (path: string): boolean => /^\/(access-file|answer)\//.test(path)

/** Where documents are, from the root (spec §7). */
export const documentsPath = 'uploads/docs'
/** Where pictures of their first pages are, under the same names. */
export const previewsPath = 'uploads/previews'

/** A document for who may see it, shown instead of saved. `file1` is its name as stored. */
export const inlineDocumentPath = (orderId: number, file1: string) =>
  `/${documentsPath}/${orderId}_${encodeURIComponent(file1)}?inline=1`
export const previewPath = (orderId: number, file1: string) => `/${previewsPath}/${orderId}_${file1}`
