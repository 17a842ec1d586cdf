/** Google's codes of the languages that are offered through Google Translate only. */
const codes = [
  'am',
  'bn',
  'bg',
  'my',
  'cs',
  'da',
  'el',
  'fa',
  'fi',
  'gu',
  'iw',
  'hr',
  'hu',
  'it',
  'jv',
  'km',
  'lo',
  'mr',
  'ne',
  'nl',
  'no',
  'pl',
  'pt',
  'pa',
  'ro',
  'si',
  'sk',
  'sv',
  'sw',
  'ta',
  'te',
  'tr',
  'uk',
  'ur',
  'zh-TW',
] as const

export type TranslatedLanguage = (typeof codes)[number]

/** The language of `?translate=nl` in a query string; null if absent or not in the table. */
export function parseTranslationLanguage(search: string): TranslatedLanguage | null {
  const code = new URLSearchParams(search).get('translate') ?? ''
  return codes.find((known) => known === code) ?? null
}
