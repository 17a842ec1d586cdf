import * as z from 'zod/mini'
import { intakeOrder } from '#contract/intake.ts'
import { isTooLong } from '#contract/rules/field-lengths.ts'
import type { FieldKind } from '#contract/rules/order-fields.ts'
import { askedKind, passportPage } from '#contract/rules/question-fields.ts'
import type { AnswerFault } from '#contract/visitor-page-data.ts'
import type { QuestionContent } from './question-content.ts'

/** What intake has against a field, by its kind; any other is too long. */
const faultByKind: Partial<Record<FieldKind | 'file', AnswerFault>> = {
  date: 'date',
  dateTime: 'date',
  email: 'email',
}

/** Fields that intake's schema needs besides the answers. */
const restOfOrder = { landing_domain: 'answer', email: 'answer@example.com' }

/** What intake's own schema has against answers, by key. */
function intakeFaults(values: Readonly<Record<string, string>>): Record<string, AnswerFault> {
  const parsed = z.safeParse(intakeOrder, { ...restOfOrder, ...values })
  const faults: Record<string, AnswerFault> = {}
  for (const issue of parsed.error?.issues ?? []) {
    const key = String(issue.path[0])
    if (Object.hasOwn(values, key)) faults[key] ??= faultByKind[askedKind(key)] ?? 'tooLong'
  }
  return faults
}

/**
 * Why the answers to a question are not taken, by key: a link works once, so that each field has to be answered. What the
 * customer gave before is asked about once, and right when it is sent again (`confirmed`).
 */
export function answerFaults(
  { fields, given }: QuestionContent,
  values: Readonly<Record<string, string>>,
  confirmed: readonly string[],
): Record<string, AnswerFault> {
  const asked = fields.filter((key) => key !== passportPage)
  const answered = asked.filter((key) => values[key])
  return {
    ...Object.fromEntries(
      asked.flatMap((key): [string, AnswerFault][] => {
        if (!values[key]) return [[key, 'missing']]
        if (isTooLong(key, values[key])) return [[key, 'tooLong']]
        return values[key] === given[key]?.trim() && !confirmed.includes(key) ? [[key, 'same']] : []
      }),
    ),
    ...intakeFaults(Object.fromEntries(answered.map((key) => [key, values[key] ?? '']))),
  }
}
