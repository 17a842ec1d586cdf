import { createContext, useContext } from 'react'
import type { LanguageCode } from '#contract/rules/languages.ts'
import type english from '#texts/visitor/en.json'

export type Texts = typeof english

/** Only the texts of the page's language are loaded. */
const files = import.meta.glob<Texts>('../../texts/visitor/*.json', { import: 'default' })

/** Source path in the build manifest. */
export const textsSource = (language: LanguageCode) => `src/texts/visitor/${language}.json`

export interface Localization {
  language: LanguageCode
  texts: Texts
}

export async function loadLocalization(language: LanguageCode): Promise<Localization> {
  const load = files[`../../texts/visitor/${language}.json`]
  if (!load) throw new Error(`There is no file of texts for ${language}.`)
  return { language, texts: await load() }
}

export const LocalizationContext = createContext<Localization | null>(null)

function useLocalization(): Localization {
  const localization = useContext(LocalizationContext)
  if (!localization) throw new Error('The page has no language.')
  return localization
}

export const useTexts = (): Texts => useLocalization().texts
export const useLanguage = (): LanguageCode => useLocalization().language
