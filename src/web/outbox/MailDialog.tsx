import { readOutboxMail } from '#contract/outbox.ts'
import { useRead } from '#web/lib/hooks.ts'
import { EmailFrame } from '#web/ui/EmailFrame.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface MailDialogProps {
  /** Nothing shows without one. */
  mailId: string | undefined
  onClose: () => void
}

/** One mail as its reader sees it; secret links are masked. */
export const MailDialog = ({ mailId, onClose }: MailDialogProps) => (
  <Dialog title="Mail" size="wide" opened={mailId !== undefined} onClose={onClose}>
    {mailId !== undefined && <Mail mailId={mailId} />}
  </Dialog>
)

const line = (text: string | undefined) => (text === undefined ? <Skeleton width={220} /> : <bdi>{text}</bdi>)

function Mail({ mailId }: { mailId: string }) {
  const { data, error, refetch } = useRead(readOutboxMail, { params: { mailId } }, { onPage: true })
  if (!data && error)
    return (
      <EmptyState
        kind="failure"
        what="The mail"
        message={error.message}
        requestId={error.requestId}
        onRetry={() => void refetch()}
      />
    )
  const mail = data?.data
  return (
    <>
      <Facts
        facts={[
          { label: 'Subject', value: line(mail?.subject), wide: true },
          { label: 'From', value: line(mail?.from), wide: true },
          { label: 'To', value: line(mail?.to), wide: true },
        ]}
      />
      {mail && <EmailFrame html={mail.html} />}
    </>
  )
}
