import { createRoot, hydrateRoot } from 'react-dom/client'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { Document, pageDataId } from './Document.tsx'
import '../staff/styles/tokens.css'
import './base.css'
import { loadPages } from './linked-pages.ts'
import { loadLocalization } from './localization.ts'
// The tracking page opens an order without loading a style sheet.
import './order/ask.module.css'
import './order/download-history.module.css'
import './order/order.module.css'

const dataElement = document.getElementById(pageDataId)

/** In a function: a top-level `await` would block a chunk that imports from this one. */
async function start() {
  if (dataElement) hydrateRoot(document, await loadPage(JSON.parse(dataElement.textContent)))
  else if (import.meta.env.DEV) {
    const { developmentPageData } = await import('./development-page-data.ts')
    createRoot(document).render(await loadPage(developmentPageData()))
  }
}

async function loadPage(pageData: VisitorPageData) {
  const [localization, pages] = await Promise.all([
    loadLocalization(pageData.language),
    loadPages(pageData.address),
  ])
  return <Document pageData={pageData} localization={localization} pages={pages} />
}

void start()
