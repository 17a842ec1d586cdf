import { fillText } from '#contract/rules/fill-text.ts'
import { localizedMoment, zoneName } from '#contract/rules/localized-moments.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { questionTexts } from '#texts/questions.ts'
import { jakarta } from './customer-zone.ts'

/** The deadline of an answer: `at` is null for as soon as possible, `zone` is the customer's, if known. */
export interface AnswerDue {
  at: Date | null
  zone: string | null
}

/** The deadline in the customer's time and Jakarta's, and its reason (product §12). */
export function dueText(language: LanguageCode, { at, zone }: AnswerDue) {
  const { by, inJakarta, why, soon } = questionTexts[language].due
  if (at === null) return { by: soon, inJakarta: '', why: '' }
  const moment = (timeZone: string) => localizedMoment(language, at, timeZone)
  return {
    by: fillText(by, { moment: moment(zone ?? jakarta), zone: zoneName(language, at, zone ?? jakarta) }),
    inJakarta: zone === null || zone === jakarta ? '' : fillText(inJakarta, { moment: moment(jakarta) }),
    why,
  }
}

/** The same for the device's time: the page's script fills `{moment}` and `{zone}`. */
export function deviceDueText(language: LanguageCode, at: Date) {
  const { by, inJakarta } = questionTexts[language].due
  return { by, inJakarta: fillText(inJakarta, { moment: localizedMoment(language, at, jakarta) }) }
}
