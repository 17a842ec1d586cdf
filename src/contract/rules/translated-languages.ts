import { keysOf } from './typed-keys.ts'

/** Languages offered through Google Translate only: its codes, and each name in the language itself. */
export const translatedLanguages = {
  am: 'አማርኛ',
  bn: 'বাংলা',
  bg: 'Български',
  my: 'မြန်မာ',
  cs: 'Čeština',
  da: 'Dansk',
  el: 'Ελληνικά',
  fa: 'فارسی',
  fi: 'Suomi',
  gu: 'ગુજરાતી',
  iw: 'עברית',
  hr: 'Hrvatski',
  hu: 'Magyar',
  it: 'Italiano',
  jv: 'Basa Jawa',
  km: 'ខ្មែរ',
  lo: 'ລາວ',
  mr: 'मराठी',
  ne: 'नेपाली',
  nl: 'Nederlands',
  no: 'Norsk',
  pl: 'Polski',
  pt: 'Português',
  pa: 'ਪੰਜਾਬੀ',
  ro: 'Română',
  si: 'සිංහල',
  sk: 'Slovenčina',
  sv: 'Svenska',
  sw: 'Kiswahili',
  ta: 'தமிழ்',
  te: 'తెలుగు',
  tr: 'Türkçe',
  uk: 'Українська',
  ur: 'اردو',
  'zh-TW': '繁體中文',
} as const satisfies Record<string, string>

export type TranslatedLanguage = keyof typeof translatedLanguages

/** The language of `?translate=nl` in a query string; null if absent or not in the table. */
export function parseTranslationLanguage(search: string): TranslatedLanguage | null {
  const code = new URLSearchParams(search).get('translate') ?? ''
  return keysOf(translatedLanguages).find((known) => known === code) ?? null
}
