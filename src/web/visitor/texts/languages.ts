import { createContext, useContext } from 'react'
import { languages, type LanguageCode } from '#contract/rules/languages.ts'
import type { Texts } from './english.ts'

/** Each language is a file of its own, named in English: a page loads the one that it is in. */
const files = import.meta.glob<{ texts: Texts }>(['./*.ts', '!./languages.ts', '!./*.test.ts'])
const nameOf = (language: LanguageCode) => `${languages[language].english.toLowerCase()}.ts`

/** The source of a language's words, as the build's manifest names it. */
export const sourceOf = (language: LanguageCode) => `src/web/visitor/texts/${nameOf(language)}`

/** A language with its words. */
export interface Spoken {
  language: LanguageCode
  texts: Texts
}

export async function speak(language: LanguageCode): Promise<Spoken> {
  const load = files[`./${nameOf(language)}`]
  if (!load) throw new Error(`There is no file of texts for ${language}.`)
  return { language, texts: (await load()).texts }
}

export const SpokenContext = createContext<Spoken | null>(null)

function useSpoken(): Spoken {
  const spoken = useContext(SpokenContext)
  if (!spoken) throw new Error('The page has no language.')
  return spoken
}

export const useTexts = (): Texts => useSpoken().texts
export const useLanguage = (): LanguageCode => useSpoken().language
