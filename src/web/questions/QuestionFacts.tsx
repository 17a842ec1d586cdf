import type { OrderDetails } from '#contract/order-details.ts'
import { answerDueAt } from '#contract/rules/answer-due.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { languages, matchLanguage } from '#contract/rules/languages.ts'
import { questionDays } from '#contract/rules/question-limits.ts'
import { useNow } from '#web/lib/use-now.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { FactLines } from '#web/ui/FactLines.tsx'

const dayMs = 24 * 60 * 60_000

/** To whom the question goes, in which language, and by when the answer is wanted. */
export function QuestionFacts({ order }: { order: OrderDetails }) {
  const askedAt = new Date(useNow())
  const until = new Date(askedAt.getTime() + questionDays * dayMs)
  const due = answerDueAt(order.travel_date, { askedAt, until })
  const language = languages[matchLanguage(order.language) ?? 'en'].english
  const recipient = (
    <>
      <ExternalText>{order.email}</ExternalText>, in {language}
    </>
  )
  return (
    <FactLines
      lines={[
        { label: 'Mail to', value: recipient },
        { label: 'By when', value: dueText(order.travel_date, due) },
        { label: 'Link until', value: estTimestamp(until) },
      ]}
    />
  )
}

function dueText(travelDate: string | null, due: Date | null): string {
  if (travelDate === null) return 'not told: the travel date is not known'
  return due ? estTimestamp(due) : 'as soon as possible: travel is near'
}
