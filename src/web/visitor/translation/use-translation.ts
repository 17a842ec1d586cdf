import { useEffect } from 'react'
import { parseTranslationLanguage } from '#contract/rules/translated-languages.ts'
import { useLanguage } from '../localization.ts'

/** Translates the page with Google if the URL requests it (product §6); only then is Google's script loaded. */
export function useTranslation(search: string) {
  const from = useLanguage()
  const target = parseTranslationLanguage(search)
  useEffect(() => {
    if (target) void import('./google-translate.ts').then(({ translatePage }) => translatePage(from, target))
  }, [from, target])
}
