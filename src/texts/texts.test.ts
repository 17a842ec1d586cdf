import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { languageCodes, languages, type LanguageCode } from '#contract/rules/languages.ts'
import { keysOf, recordOf } from '#contract/rules/typed-keys.ts'
import { visitorMessages } from './visitor-messages.ts'

type Texts = { [key: string]: string | Texts }

const surfaces = ['mails', 'questions', 'visitor', 'visitor-messages'] as const
const folderOf = (surface: string) => new URL(`${surface}/`, import.meta.url)
const readTexts = (surface: string, language: string): Texts =>
  JSON.parse(readFileSync(new URL(`${language}.json`, folderOf(surface)), 'utf8'))

const placeholder = /\{\w+\}/g
const placeholdersIn = (text: string) => (text.match(placeholder) ?? []).toSorted().join(' ')

const anyText = z.string().check(z.regex(/^\S(.*\S)?$/u))
const textLike = (english: string) =>
  anyText.check(z.refine((text) => placeholdersIn(text) === placeholdersIn(english), 'other placeholders'))

/** The forms that the language distinguishes; one for a single number may do without the number. */
function formsLike(english: string, language: LanguageCode) {
  const { pluralCategories } = new Intl.PluralRules(languages[language].locale).resolvedOptions()
  const forms = recordOf(pluralCategories, () => z.optional(anyText))
  return z.strictObject({ ...forms, other: textLike(english) })
}

/** What the texts of a language are like: they have the English keys and placeholders, and none is empty. */
function schemaLike(english: Texts, language: LanguageCode): z.ZodMiniType {
  const schemaOf = (text: string | Texts = {}) => {
    if (typeof text === 'string') return textLike(text)
    return typeof text['other'] === 'string' ? formsLike(text['other'], language) : schemaLike(text, language)
  }
  return z.strictObject(recordOf(keysOf(english), (key) => schemaOf(english[key])))
}

/** Texts that are rightly the same as in English. */
const sameAsEnglish: Partial<Record<LanguageCode, readonly string[]>> = {
  id: ['Menu', 'Email'],
  ms: ['Menu'],
  fil: ['Menu', 'Order ID', 'IP address', 'order'],
  de: ['Provinz'],
  fr: ['Menu', 'Messages', 'Date', 'Profession', 'Destination', 'Contact'],
}
/** Texts of placeholders alone. */
const wordless = /^[^\p{L}]*$/u

/** Scripts of languages not written in Latin letters, to detect untranslated texts. */
const scripts: Partial<Record<LanguageCode, RegExp>> = {
  th: /\p{Script=Thai}/u,
  'zh-Hans': /\p{Script=Han}/u,
  ja: /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u,
  ko: /\p{Script=Hangul}/u,
  hi: /\p{Script=Devanagari}/u,
  ar: /\p{Script=Arabic}/u,
  ru: /\p{Script=Cyrillic}/u,
}
/** Latin text that every language keeps. */
const keptLatin = /Google|Safari|Chrome|Cookie|PDF|HEIC|JSON|JPEG|PNG|WebP|QR|IP|IMEI|RT|RW|VN 123|20 MB/g

const flatten = (texts: Texts, path = ''): [path: string, text: string][] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [[path + key, text]] : flatten(text, `${path}${key}.`),
  )

test.each(surfaces)('%s has a file for each language', (surface) => {
  const files = languageCodes.map((language) => `${language}.json`)
  expect(readdirSync(folderOf(surface)).toSorted()).toEqual(files.toSorted())
})

const cases = surfaces.flatMap((surface) => languageCodes.map((language) => ({ surface, language })))

test.each(cases)('$surface in $language has the English keys and placeholders', ({ surface, language }) => {
  const { error } = schemaLike(readTexts(surface, 'en'), language).safeParse(readTexts(surface, language))
  expect(error?.issues ?? []).toEqual([])
})

const translations = cases.filter(({ language }) => language !== 'en')

test.each(translations)('$surface in $language is not English', ({ surface, language }) => {
  const english = new Map(flatten(readTexts(surface, 'en')))
  const script = scripts[language] ?? /\p{Script=Latin}/u
  for (const [path, text] of flatten(readTexts(surface, language))) {
    const words = text.replaceAll(placeholder, '').replaceAll(keptLatin, '')
    if (wordless.test(words)) continue
    expect(words, path).toMatch(script)
    if (scripts[language]) expect(words, path).not.toMatch(/\p{Script=Latin}/u)
    if (!sameAsEnglish[language]?.includes(text)) expect(text, path).not.toBe(english.get(path))
  }
})

test.each(languageCodes)('a document in %s is shown when its traveller arrives or leaves', (language) => {
  const texts = new Map(flatten(readTexts('visitor', language)))
  const ready = 'order.situations.ready.'
  expect(texts.get(`${ready}lede`)).not.toBe(texts.get(`${ready}departureLede`))
})

test.each([
  ['en', 1, '1 minute'],
  ['en', 2, '2 minutes'],
  ['de', 1, '1 Minute'],
  ['de', 14, '14 Minuten'],
  ['es', 1, '1 minuto'],
  ['fr', 2, '2 minutes'],
  ['ru', 1, '1 мин.'],
  ['ar', 1, 'دقيقة واحدة'],
  ['ar', 2, 'دقيقتين'],
  ['ar', 3, '3 دقائق'],
  ['ar', 10, '10 دقائق'],
  ['ar', 11, '11 دقيقة'],
] as const)('%s with %i uses the right plural', (language, minutes, counted) => {
  expect(visitorMessages[language].tooManyAttempts(minutes)).toMatch(
    new RegExp(`(?<!\\d)${counted}(?!\\p{L})`, 'u'),
  )
})
