import type { LanguageCode } from '#contract/rules/languages.ts'
import { texts as arabic } from './arabic.ts'
import { texts as chinese } from './chinese.ts'
import { texts as english, type QuestionTexts } from './english.ts'
import { texts as filipino } from './filipino.ts'
import { texts as french } from './french.ts'
import { texts as german } from './german.ts'
import { texts as hindi } from './hindi.ts'
import { texts as indonesian } from './indonesian.ts'
import { texts as japanese } from './japanese.ts'
import { texts as korean } from './korean.ts'
import { texts as malay } from './malay.ts'
import { texts as russian } from './russian.ts'
import { texts as spanish } from './spanish.ts'
import { texts as thai } from './thai.ts'
import { texts as vietnamese } from './vietnamese.ts'

/** Held against the English ones by a test. */
export const textsByLanguage: Record<LanguageCode, QuestionTexts> = {
  en: english,
  id: indonesian,
  ms: malay,
  fil: filipino,
  vi: vietnamese,
  th: thai,
  'zh-Hans': chinese,
  ja: japanese,
  ko: korean,
  hi: hindi,
  ar: arabic,
  ru: russian,
  de: german,
  fr: french,
  es: spanish,
}
