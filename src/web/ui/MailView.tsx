import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallError } from '#web/lib/call-error.ts'
import { EmailFrame } from './EmailFrame.tsx'
import { EmptyState } from './EmptyState.tsx'
import { ExternalText } from './ExternalText.tsx'
import { FactLines } from './FactLines.tsx'
import { Skeleton } from './Skeleton.tsx'

interface DisplayedMail {
  subject: string
  /** Absent in a preview. */
  from?: string
  to: string
  html: string
}

const headLines = [
  { name: 'subject', label: 'Subject', width: 260 },
  { name: 'from', label: 'From', width: 220 },
  { name: 'to', label: 'To', width: 180 },
] as const

interface MailViewProps<Mail extends DisplayedMail> {
  read: Pick<UseQueryResult<{ data: Mail }, CallError>, 'data' | 'error' | 'refetch'>
  isPreview?: boolean
  /** Content below the head; defaults to the mail's HTML. */
  children?: (mail: Mail | undefined) => ReactNode
}

/** A mail as its recipient sees it, with placeholders while loading. */
export function MailView<Mail extends DisplayedMail>({ read, isPreview, children }: MailViewProps<Mail>) {
  const { data, error, refetch } = read
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
      <FactLines
        lines={headLines
          .filter(({ name }) => !isPreview || name !== 'from')
          .map(({ name, label, width }) => ({
            label,
            value: mail ? <ExternalText>{mail[name] ?? ''}</ExternalText> : <Skeleton width={width} />,
          }))}
      />
      {children ? children(mail) : <EmailFrame html={mail?.html} />}
    </>
  )
}
