import type { Input } from '#contract/endpoint.ts'
import { previewQuestion } from '#contract/questions.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { MailView } from '#web/ui/MailView.tsx'

/** The mail as the customer gets it; that it was viewed is recorded, so that it is read once for each wording. */
export function QuestionPreview({ question }: { question: Input<typeof previewQuestion>['body'] }) {
  const read = useRead(previewQuestion, { body: question }, { showsFailureInline: true, staleTime: Infinity })
  return <MailView read={read} isPreview />
}
