import { useEffect } from 'react'
import { translationOf } from '#contract/rules/translated-languages.ts'
import { useLanguage } from '../texts/languages.ts'

/** Has Google translate the page if its address asks for that (product §6); its script is loaded only then. */
export function useTranslation(search: string) {
  const from = useLanguage()
  const target = translationOf(search)
  useEffect(() => {
    if (target) void import('./google.ts').then(({ translatePage }) => translatePage(from, target))
  }, [from, target])
}
