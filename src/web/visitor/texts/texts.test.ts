import { describe, expect, test } from 'vitest'
import { languageCodes, type LanguageCode } from '#contract/rules/languages.ts'
import { visitorMessages } from '#contract/rules/visitor-messages.ts'
import { loadLocalization } from './languages.ts'

/** Texts that are legitimately the same as in English, by language. */
const sameAsEnglish: Partial<Record<LanguageCode, readonly string[]>> = {
  id: ['Menu', 'Email'],
  ms: ['Menu'],
  fil: ['Menu', 'Order ID', 'IP address'],
  fr: ['Menu', 'Messages', 'Date'],
}

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
const keptLatin = /Google|PDF|JSON|JPEG|QR|IP|EST|214 KB|guest@example\.com/g

/** Arguments for each text function; the result must contain them. */
const sampleArguments = {
  lede: [{ email: 'guest@example.com', type: 'Arrival' }],
  once: ['20-11-2026'],
  since: ['20-11-2026'],
  before: ['20-11-2026'],
  document: ['JPEG', '214 KB'],
  documentFor: ['guest@example.com'],
  tooManyAttempts: [12],
} as const

type TextTree = { [key: string]: string | TextTree | ((...parts: unknown[]) => string) }

/** Every text by its path; functions are called with the sample arguments. */
function flattenTexts(words: TextTree, path = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]): [string, string][] => {
    const fullPath = `${path}${key}`
    if (typeof value === 'string') return [[fullPath, value]]
    if (typeof value !== 'function') return flattenTexts(value, `${fullPath}.`)
    if (!(key in sampleArguments)) throw new Error(`${fullPath}: what is it given?`)
    return [[fullPath, value(...sampleArguments[key as keyof typeof sampleArguments])]]
  })
}

const allTexts = async (language: LanguageCode) =>
  new Map([
    ...flattenTexts((await loadLocalization(language)).texts as unknown as TextTree, 'page.'),
    ...flattenTexts(visitorMessages[language] as unknown as TextTree, 'server.'),
  ])

const translatedCodes = languageCodes.filter((code) => code !== 'en')

describe.each(translatedCodes)('the texts in %s (product §6)', (language) => {
  test('have the same keys as the English ones and are not empty', async () => {
    const [english, words] = [await allTexts('en'), await allTexts(language)]
    expect([...words.keys()].toSorted()).toEqual([...english.keys()].toSorted())
    for (const [path, word] of words) expect(word, path).toMatch(/^\S(.*\S)?$/u)
  })

  test('are not English', async () => {
    const [english, words] = [await allTexts('en'), await allTexts(language)]
    const same = [...words].filter(([path, word]) => word === english.get(path)).map(([, word]) => word)
    const expected = new Set([...(sameAsEnglish[language] ?? []), english.get('page.order.document')])
    expect(same.filter((word) => !expected.has(word))).toEqual([])
    const script = scripts[language]
    if (!script) return
    for (const [path, word] of words) {
      const withoutLatin = word.replaceAll(keptLatin, '')
      expect(withoutLatin, path).not.toMatch(/\p{Script=Latin}/u)
      if (path !== 'page.order.document') expect(withoutLatin, path).toMatch(script)
    }
  })

  test('contain their arguments', async () => {
    const [english, words] = [await allTexts('en'), await allTexts(language)]
    const facts = ['guest@example.com', '20-11-2026', 'JPEG', '214 KB', '12']
    for (const [path, sentence] of english)
      for (const fact of facts.filter((it) => sentence.includes(it)))
        expect(words.get(path), path).toContain(fact)
  })

  test('differ for arrival and departure', async () => {
    const { lede } = (await loadLocalization(language)).texts.order.situations.ready
    const sentences = (['Arrival', 'Departure', 'Unknown'] as const).map((type) => lede({ email: '', type }))
    expect(new Set(sentences).size).toBe(2)
    expect(sentences[2], 'who travels to Indonesia, where nothing else is known').toBe(sentences[0])
  })
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
