import type { OpenQuestion } from '#contract/order-details.ts'
import { answerDueAt } from '#contract/rules/answer-due.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Call } from '#server/platform/work.ts'
import { questionContent } from './question-content.ts'
import { selectOpenQuestion } from './questions.queries.ts'

export async function loadOpenQuestion(
  { db, seal, now }: Pick<Call, 'seal' | 'now'> & { db: Db },
  orderId: number,
): Promise<OpenQuestion | null> {
  const row = await selectOpenQuestion(db, orderId)
  if (!row) return null
  const { fields, text } = seal.open(questionContent, 'customer_questions.sealed', orderId, row.sealed)
  const due = answerDueAt(row.travel_date, { askedAt: row.asked_at, until: row.expires_at })
  return {
    asked_at: wireInstant(row.asked_at),
    by: row.by,
    fields,
    text,
    due_at: due && wireInstant(due),
    until: wireInstant(row.expires_at),
    is_over: row.expires_at <= now,
    mail_state: row.mail_state,
  }
}
