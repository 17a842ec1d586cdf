import { keysOf } from './typed-keys.ts'

export interface Language {
  name: string
  /** The English name, which orders may contain. */
  english: string
  dir: 'ltr' | 'rtl'
  /** For Intl, always with Latin digits and the Gregorian calendar, as on passports and in order ids. */
  locale: string
}

/** The languages of pages and mails for customers, by BCP 47 tag; the first is the fallback. */
export const languages = {
  en: { name: 'English', english: 'English', dir: 'ltr', locale: 'en-GB' },
  id: { name: 'Bahasa Indonesia', english: 'Indonesian', dir: 'ltr', locale: 'id' },
  ms: { name: 'Bahasa Melayu', english: 'Malay', dir: 'ltr', locale: 'ms' },
  fil: { name: 'Filipino', english: 'Filipino', dir: 'ltr', locale: 'fil' },
  vi: { name: 'Tiếng Việt', english: 'Vietnamese', dir: 'ltr', locale: 'vi' },
  th: { name: 'ไทย', english: 'Thai', dir: 'ltr', locale: 'th-u-ca-gregory-nu-latn' },
  'zh-Hans': { name: '中文', english: 'Chinese', dir: 'ltr', locale: 'zh-Hans' },
  ja: { name: '日本語', english: 'Japanese', dir: 'ltr', locale: 'ja' },
  ko: { name: '한국어', english: 'Korean', dir: 'ltr', locale: 'ko' },
  hi: { name: 'हिन्दी', english: 'Hindi', dir: 'ltr', locale: 'hi-u-nu-latn' },
  ar: { name: 'العربية', english: 'Arabic', dir: 'rtl', locale: 'ar-u-nu-latn' },
  ru: { name: 'Русский', english: 'Russian', dir: 'ltr', locale: 'ru' },
  de: { name: 'Deutsch', english: 'German', dir: 'ltr', locale: 'de' },
  fr: { name: 'Français', english: 'French', dir: 'ltr', locale: 'fr' },
  es: { name: 'Español', english: 'Spanish', dir: 'ltr', locale: 'es' },
} as const satisfies Record<string, Language>

export type LanguageCode = keyof typeof languages
export const languageCodes = keysOf(languages)

/** Other codes and names of the same languages; every kind of Chinese maps to Simplified Chinese rather than to English. */
const languageAliases = new Map<string, LanguageCode>([
  ['zh', 'zh-Hans'],
  ['in', 'id'],
  ['bahasa', 'id'],
  ['malaysian', 'ms'],
  ['bahasa malaysia', 'ms'],
  ['tl', 'fil'],
  ['tagalog', 'fil'],
  ['pilipino', 'fil'],
  ['mandarin', 'zh-Hans'],
  ['cantonese', 'zh-Hans'],
  ['simplified chinese', 'zh-Hans'],
  ['traditional chinese', 'zh-Hans'],
  // Codes of countries, which sites send as languages. `in` is Indonesian of old.
  ['cn', 'zh-Hans'],
  ['tw', 'zh-Hans'],
  ['hk', 'zh-Hans'],
  ['jp', 'ja'],
  ['kr', 'ko'],
  ['vn', 'vi'],
  ['ph', 'fil'],
  ['gb', 'en'],
  ['us', 'en'],
])

/**
 * Our language for a tag (`de-AT`, `zh_CN`) or a name ('German', 'Deutsch'), or null. The language of orders
 * is free text.
 */
export function matchLanguage(tagOrName: string | null | undefined): LanguageCode | null {
  if (!tagOrName) return null
  const normalized = tagOrName.trim().toLowerCase().replaceAll('_', '-')
  const primary = normalized.replace(/-.*/, '')
  const byName = languageCodes.find((code) =>
    [code, languages[code].name, languages[code].english].some((it) => it.toLowerCase() === normalized),
  )
  return (
    byName ??
    languageAliases.get(normalized) ??
    languageCodes.find((code) => code === primary) ??
    languageAliases.get(primary) ??
    null
  )
}

/** The most preferred of our languages in an Accept-Language header (RFC 9110, 12.5.4), or null. */
export function preferredLanguage(acceptLanguage: string | undefined): LanguageCode | null {
  if (!acceptLanguage) return null
  const preferences = acceptLanguage.split(',').map((entry) => {
    const [tag = '', ...parameters] = entry.split(';')
    const quality = parameters.map((it) => /^\s*q=([\d.]+)\s*$/.exec(it)?.[1]).find((it) => it !== undefined)
    return { tag, quality: quality === undefined ? 1 : Number(quality) }
  })
  const ranked = preferences.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
  for (const { tag } of ranked) {
    const found = matchLanguage(tag)
    if (found) return found
  }
  return null
}
