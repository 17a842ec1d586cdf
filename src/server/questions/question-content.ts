import * as z from 'zod/mini'
import { displayText } from '#contract/rules/display-text.ts'
import { askedKind } from '#contract/rules/question-fields.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'

export const questionContent = z.object({
  /** Keys of `rules/question-fields.ts`. */
  fields: z.array(z.string()),
  /** The order's values at that time, by key; empty ones are absent. */
  given: z.record(z.string(), z.string()),
  /** The member's own words. */
  text: z.string(),
})
export type QuestionContent = z.infer<typeof questionContent>

/** The customer's value, formatted for their language. */
export function givenText(language: LanguageCode, key: string, value: string): string {
  const kind = askedKind(key)
  if (kind === 'file') return value
  if (kind === 'date') return localizedDate(language, value)
  return value && displayText[kind](value)
}
