import { answerDueAt } from '#contract/rules/answer-due.ts'
import { estDate, wireInstant } from '#contract/rules/dates.ts'
import { fillText } from '#contract/rules/fill-text.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import { applicationEmail } from '#contract/rules/order-id.ts'
import { askedKind } from '#contract/rules/question-fields.ts'
import type { AnswerFault, AnswerTexts, DueTexts, OpenedQuestion } from '#contract/visitor-page-data.ts'
import type { AnyoneActor, Call } from '#server/platform/work.ts'
import { questionTexts } from '#texts/questions.ts'
import { zoneOfCountry } from './customer-zone.ts'
import { deviceDueText, dueText } from './due-text.ts'
import type { QuestionRow } from './find-question.ts'
import { hintOfField, labelOfField } from './label-of-field.ts'
import { givenText, questionContent } from './question-content.ts'

/** What was posted and not taken. */
export interface PostedAnswer {
  values: Readonly<Record<string, string>>
  faults: Readonly<Record<string, AnswerFault>>
}

function dueTextsOf(language: LanguageCode, row: QuestionRow): DueTexts | null {
  if (row.travel_date === null) return null
  const at = answerDueAt(row.travel_date, { askedAt: row.asked_at, until: row.expires_at })
  return {
    ...dueText(language, { at, zone: at && zoneOfCountry(row.country_iso2, at) }),
    device: at && { at: wireInstant(at), ...deviceDueText(language, at) },
  }
}

/** The texts of the page in its language; without a question those that name it are not shown. */
export function answerTexts(language: LanguageCode, row: QuestionRow | undefined): AnswerTexts {
  const { page } = questionTexts[language]
  return {
    ...page,
    emailLede: row ? fillText(page.emailLede, { orderId: row.order_id }) : '',
    onlyThese: row
      ? fillText(page.onlyThese, { date: localizedDate(language, estDate(row.expires_at)) })
      : '',
  }
}

/** The fields of an open question with what the customer gave, and what is the matter with what was posted. */
export function openedQuestion(
  { seal, config }: Call<AnyoneActor>,
  row: QuestionRow,
  { language, posted }: { language: LanguageCode; posted: PostedAnswer | undefined },
): OpenedQuestion {
  const { values, faults }: PostedAnswer = posted ?? { values: {}, faults: {} }
  const { fields, given, text } = seal.open(
    questionContent,
    'customer_questions.sealed',
    row.order_id,
    row.sealed,
  )
  return {
    fields: fields.map((key) => ({
      key,
      kind: askedKind(key),
      label: labelOfField(language, key),
      hint: hintOfField(language, key),
      given: given[key] ?? '',
      givenText: givenText(language, key, given[key] ?? ''),
      value: values[key] ?? given[key] ?? '',
      fault: faults[key] ?? null,
    })),
    confirmable: fields.filter((key) => faults[key] === 'same'),
    text,
    by: row.by.split(/\s/, 1)[0] ?? '',
    askedOn: estDate(row.asked_at),
    due: dueTextsOf(language, row),
    applicationEmail: applicationEmail(row.order_id, config.sendDomain),
  }
}
