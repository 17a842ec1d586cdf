import type { Input } from '#contract/endpoint.ts'
import { previewQuestion } from '#contract/questions.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { EmailFrame } from '#web/ui/EmailFrame.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import facts from './QuestionFacts.module.css'

/** The mail as the customer gets it; that it was viewed is recorded, so that it is read once for each wording. */
export function QuestionPreview({ question }: { question: Input<typeof previewQuestion>['body'] }) {
  const { data, error, refetch } = useRead(
    previewQuestion,
    { body: question },
    { showsFailureInline: true, staleTime: Infinity },
  )
  if (!data && error)
    return (
      <EmptyState
        kind="failure"
        subject="The mail"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    )
  const mail = data?.data
  return (
    <>
      <dl className={facts.facts}>
        <dt>Subject</dt>
        <dd>{mail ? <ExternalText>{mail.subject}</ExternalText> : <Skeleton width={260} />}</dd>
        <dt>To</dt>
        <dd>{mail ? <ExternalText>{mail.to}</ExternalText> : <Skeleton width={180} />}</dd>
      </dl>
      <EmailFrame html={mail?.html} />
    </>
  )
}
