import { expect, test } from 'vitest'
import { languageCodes, type LanguageCode } from '#contract/rules/languages.ts'
import { textsByLanguage } from './by-language.ts'
import type { QuestionTexts } from './english.ts'

/** Texts that are legitimately the same as in English. */
const sameAsEnglish: Partial<Record<LanguageCode, readonly string[]>> = {
  de: ['Provinz'],
  fr: ['Profession', 'Destination'],
  es: [],
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
const keptLatin = /PDF|JPEG|PNG|WebP|IMEI|RT|RW|VN 123|20 MB|MOMENT|ZONE|MEMBER|BRAND|DATE|LABEL|GIVEN|ORDER/g

/** Every text by its path, those with arguments with a word for each. */
function allTexts({ labels, ownersOf, hints, due, mail, page }: QuestionTexts): Map<string, string> {
  return new Map(
    Object.entries<string>({
      ...Object.fromEntries(Object.entries(labels).map(([key, label]) => [`labels.${key}`, label])),
      ...Object.fromEntries(Object.entries(hints).map(([key, hint]) => [`hints.${key}`, hint])),
      ownersOf: ownersOf('LABEL'),
      by: due.by('MOMENT', 'ZONE'),
      inJakarta: due.inJakarta('MOMENT'),
      why: due.why,
      soon: due.soon,
      ...mail,
      ...Object.fromEntries(Object.entries(page.faults).map(([key, fault]) => [`faults.${key}`, fault])),
      ...Object.fromEntries(Object.entries(page).filter(([, text]) => typeof text === 'string')),
      emailLede: page.emailLede('ORDER'),
      onlyThese: page.onlyThese('DATE'),
      given: mail.given('GIVEN'),
      from: mail.from('MEMBER', 'BRAND'),
      once: mail.once('DATE'),
    }),
  )
}

const english = allTexts(textsByLanguage.en)

test.each(languageCodes.filter((code) => code !== 'en'))(
  'the texts of questions in %s (product §12)',
  (language) => {
    const words = allTexts(textsByLanguage[language])
    expect([...words.keys()]).toEqual([...english.keys()])
    const script = scripts[language]
    for (const [path, word] of words) {
      expect(word, path).toMatch(/^\S(.*\S)?$/u)
      if (!(sameAsEnglish[language] ?? []).includes(word)) expect(word, path).not.toBe(english.get(path))
      for (const argument of ['MOMENT', 'ZONE', 'MEMBER', 'BRAND', 'DATE', 'LABEL', 'GIVEN', 'ORDER'])
        expect(word.includes(argument), `${path} ${argument}`).toBe(english.get(path)?.includes(argument))
      if (!script) continue
      const withoutLatin = word.replaceAll(keptLatin, '')
      expect(withoutLatin, path).not.toMatch(/\p{Script=Latin}/u)
      if (/\p{L}/u.test(withoutLatin)) expect(withoutLatin, path).toMatch(script)
    }
  },
)
