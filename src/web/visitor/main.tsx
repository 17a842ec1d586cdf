import { createRoot, hydrateRoot } from 'react-dom/client'
import { languageOf, preferredLanguage } from '#contract/rules/languages.ts'
import type { VisitorStart } from '#contract/visitor-start.ts'
import { presentAddress } from './address.ts'
import { Document } from './Document.tsx'
import { startId } from './start.ts'
import './base.css'
import { speak } from './texts/languages.ts'

/** In development nothing renders the page before its scripts do: it finds out by itself what the server would tell. */
const unrendered = (): VisitorStart => ({
  address: presentAddress(),
  origin: location.origin,
  language:
    languageOf(new URLSearchParams(location.search).get('lang')) ??
    preferredLanguage(navigator.languages.join(',')) ??
    'en',
  isGuess: false,
  brand: null,
  opened: null,
  hasFailed: false,
  form: null,
  notice: null,
})

const block = document.getElementById(startId)
const start = block ? (JSON.parse(block.textContent) as VisitorStart) : unrendered()
const page = <Document start={start} spoken={await speak(start.language)} />
if (block) hydrateRoot(document, page)
else createRoot(document).render(page)
