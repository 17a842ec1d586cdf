import { languageCodes } from '#contract/rules/languages.ts'
import { encodeOrderId } from '#contract/rules/order-id.ts'
import type { BuildManifest, VisitorPageData } from '#contract/visitor-page-data.ts'
import { render } from '#web/visitor/server.tsx'
import { textsSource } from '#web/visitor/localization.ts'
import type { TestApp } from '../support/test-app.ts'
import { forwardedFor } from './visitor-requests.ts'

/** A manifest as Vite would write it. */
const sources = ['src/web/visitor/main.tsx', ...languageCodes.map(textsSource)]
const manifest: BuildManifest = Object.fromEntries(
  sources.map((source) => [source, { file: `assets/${source.replaceAll('/', '-')}` }]),
)

/** Renders the visitor's page from its sources; only the asset names are fake. */
export const visitorPage = (start: VisitorPageData) => render(start, manifest)

export const trackPath = (orderId: number) => `/track-order/${encodeOrderId(orderId)}`
export const orderPath = (orderId: number) => `/get-new-order-details/${encodeOrderId(orderId)}`

interface PageRequest {
  ip?: string
  cookie?: string
  language?: string
  headers?: Record<string, string>
  /** Posted as a form. */
  form?: Record<string, string>
}

export interface PageResponse {
  http: number
  headers: Headers
  html: string
  /** The page's initial data. */
  pageData: () => VisitorPageData
  policy: string
}

/** Requests a page as a browser without scripts does; redirects are not followed. */
export async function requestPage(
  app: TestApp,
  path: string,
  { ip = '203.0.113.1', cookie = '', language = '', headers = {}, form }: PageRequest = {},
): Promise<PageResponse> {
  const response = await fetch(app.url + path, {
    redirect: 'manual',
    headers: { accept: 'text/html', cookie, 'accept-language': language, ...forwardedFor(ip), ...headers },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  const html = await response.text()
  return {
    http: response.status,
    headers: response.headers,
    html,
    pageData: () => JSON.parse(/<script id="start"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? ''),
    policy: response.headers.get('content-security-policy') ?? '',
  }
}
