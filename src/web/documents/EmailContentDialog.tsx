import { SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import { emailContent } from '#contract/documents.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { EmailFrame } from '#web/ui/EmailFrame.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import css from './EmailContentDialog.module.css'

interface EmailContentDialogProps {
  orderId: number
  opened: boolean
  onClose: () => void
}

/** View Email Content: the approved mail as the customer gets it. */
export function EmailContentDialog({ orderId, opened, onClose }: EmailContentDialogProps) {
  return (
    <Dialog title="Email Content" size="wide" opened={opened} onClose={onClose}>
      <EmailContent orderId={orderId} />
    </Dialog>
  )
}

const formats = ['Mail', 'Text'] as const
type Format = (typeof formats)[number]

function EmailContent({ orderId }: { orderId: number }) {
  const [form, setForm] = useState<Format>('Mail')
  const { data, error, refetch } = useRead(
    emailContent,
    { params: { orderId } },
    { showsFailureInline: true },
  )
  if (!data && error) {
    return (
      <EmptyState
        kind="failure"
        subject="The mail"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    )
  }
  const mail = data?.data
  return (
    <>
      <dl className={css.lines}>
        <dt>Subject</dt>
        <dd>{mail ? <ExternalText>{mail.subject}</ExternalText> : <Skeleton width={260} />}</dd>
        <dt>From</dt>
        <dd>{mail ? <ExternalText>{mail.from}</ExternalText> : <Skeleton width={220} />}</dd>
        <dt>To</dt>
        <dd>{mail ? <ExternalText>{mail.to}</ExternalText> : <Skeleton width={180} />}</dd>
      </dl>
      <SegmentedControl<Format>
        className={css.bar}
        aria-label="Show as"
        size="xs"
        data={[...formats]}
        value={form}
        onChange={setForm}
      />
      {form === 'Text' ? (
        <Textarea
          aria-label="Text of the mail"
          classNames={{ input: css.text }}
          dir="auto"
          readOnly
          value={mail?.text ?? ''}
        />
      ) : (
        <EmailFrame html={mail?.html} />
      )}
    </>
  )
}
