import { createRoot, hydrateRoot } from 'react-dom/client'
import { matchLanguage, preferredLanguage } from '#contract/rules/languages.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { currentAddress } from './address.ts'
import { Document, pageDataId } from './Document.tsx'
import { loadLinkedPage } from './linked-pages.ts'
import './base.css'
import { loadLocalization } from './localization.ts'

/** In development the server does not render the page. */
const clientPageData = (): VisitorPageData => ({
  address: currentAddress(),
  origin: location.origin,
  language:
    matchLanguage(new URLSearchParams(location.search).get('lang')) ??
    preferredLanguage(navigator.languages.join(',')) ??
    'en',
  isLanguageGuessed: false,
  brand: null,
  openedOrder: null,
  hasLoadFailed: false,
  accessFile: null,
  question: null,
  form: null,
  notice: null,
})

const dataElement = document.getElementById(pageDataId)
const pageData: VisitorPageData = dataElement ? JSON.parse(dataElement.textContent) : clientPageData()
/** In a function: a top-level `await` would block a chunk that imports from this one. */
async function start() {
  const [localization, linkedPage] = await Promise.all([
    loadLocalization(pageData.language),
    loadLinkedPage(pageData.address.path),
  ])
  const page = <Document pageData={pageData} localization={localization} linkedPage={linkedPage} />
  if (dataElement) hydrateRoot(document, page)
  else createRoot(document).render(page)
}
void start()
