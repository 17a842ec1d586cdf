import { matchLanguage, preferredLanguage } from '#contract/rules/languages.ts'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { currentAddress } from './address.ts'

/** In development the server does not render the page. */
export const developmentPageData = (): VisitorPageData => ({
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
