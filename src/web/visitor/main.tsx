import { createRoot, hydrateRoot } from 'react-dom/client'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { Document, pageDataId } from './Document.tsx'
import { loadLinkedPage } from './linked-pages.ts'
import '../staff/styles/tokens.css'
import './base.css'
import { loadLocalization } from './localization.ts'

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
  const [localization, linkedPage] = await Promise.all([
    loadLocalization(pageData.language),
    loadLinkedPage(pageData.address),
  ])
  return <Document pageData={pageData} localization={localization} linkedPage={linkedPage} />
}

void start()
