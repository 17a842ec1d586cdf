import * as z from 'zod/mini'
import { displayText } from '#contract/rules/display-text.ts'
import { askedKind } from '#contract/rules/question-fields.ts'
import { localizedDate } from '#contract/rules/localized-formats.ts'
import type { LanguageCode } from '#contract/rules/languages.ts'

/** What was asked, sealed in its row. */
export const questionContent = z.object({
  /** Keys of `rules/question-fields.ts`. */
  fields: z.array(z.string()),
  /** What the order had then, by key, where it had something. */
  given: z.record(z.string(), z.string()),
  /** The member's own words. */
  text: z.string(),
})
export type QuestionContent = z.infer<typeof questionContent>

/** What the customer gave, as their language writes it. */
export function givenText(language: LanguageCode, key: string, value: string): string {
  const kind = askedKind(key)
  if (kind === 'file') return value
  if (kind === 'date') return localizedDate(language, value)
  return value && displayText[kind](value)
}
