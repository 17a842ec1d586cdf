import { createContext, useContext } from 'react'
import { english, type Texts } from './english.ts'

export interface Language {
  /** As its speakers write it. */
  name: string
  dir: 'ltr' | 'rtl'
  texts: Texts
}

/** The languages that we speak ourselves, by their code (BCP 47); the first is the fallback. */
export const languages = {
  en: { name: 'English', dir: 'ltr', texts: english },
} as const satisfies Record<string, Language>

export type LanguageCode = keyof typeof languages
export const languageCodes = Object.keys(languages) as LanguageCode[]

/** The language of an address, `?lang=`; English where it names none of ours. */
export function languageOf(search: string): LanguageCode {
  const wanted = new URLSearchParams(search).get('lang')
  return languageCodes.find((code) => code === wanted) ?? 'en'
}

export const LanguageContext = createContext<LanguageCode>('en')

export const useTexts = (): Texts => languages[useContext(LanguageContext)].texts
