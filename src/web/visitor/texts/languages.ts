import { createContext, useContext } from 'react'
import { languages, type LanguageCode } from '#contract/rules/languages.ts'
import type { Texts } from './english.ts'

/** One file of texts per language, named in English; a page loads only its own. */
const files = import.meta.glob<{ texts: Texts }>(['./*.ts', '!./languages.ts', '!./*.test.ts'])
const fileName = (language: LanguageCode) => `${languages[language].english.toLowerCase()}.ts`

/** The source path of a language's texts, as in the build manifest. */
export const textsSource = (language: LanguageCode) => `src/web/visitor/texts/${fileName(language)}`

/** A language with its texts. */
export interface Localization {
  language: LanguageCode
  texts: Texts
}

export async function loadLocalization(language: LanguageCode): Promise<Localization> {
  const load = files[`./${fileName(language)}`]
  if (!load) throw new Error(`There is no file of texts for ${language}.`)
  return { language, texts: (await load()).texts }
}

export const LocalizationContext = createContext<Localization | null>(null)

function useLocalization(): Localization {
  const localization = useContext(LocalizationContext)
  if (!localization) throw new Error('The page has no language.')
  return localization
}

export const useTexts = (): Texts => useLocalization().texts
export const useLanguage = (): LanguageCode => useLocalization().language
