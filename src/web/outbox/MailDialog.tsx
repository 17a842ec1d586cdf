import { readOutboxMail } from '#contract/outbox.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { EmailFrame } from '#web/ui/EmailFrame.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { DescriptionList } from '#web/ui/DescriptionList.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

interface MailDialogProps {
  /** The dialog is closed while undefined. */
  mailId: string | undefined
  onClose: () => void
}

/** One mail as its recipient sees it; secret links are masked. */
export const MailDialog = ({ mailId, onClose }: MailDialogProps) => (
  <Dialog title="Mail" size="wide" opened={mailId !== undefined} onClose={onClose}>
    {mailId !== undefined && <MailContent mailId={mailId} />}
  </Dialog>
)

const textOrSkeleton = (text: string | undefined) =>
  text === undefined ? <Skeleton width={220} /> : <bdi>{text}</bdi>

function MailContent({ mailId }: { mailId: string }) {
  const { data, error, refetch } = useRead(
    readOutboxMail,
    { params: { mailId } },
    { showsFailureInline: true },
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
      <DescriptionList
        items={[
          { label: 'Subject', value: textOrSkeleton(mail?.subject), wide: true },
          { label: 'From', value: textOrSkeleton(mail?.from), wide: true },
          { label: 'To', value: textOrSkeleton(mail?.to), wide: true },
        ]}
      />
      {mail && <EmailFrame html={mail.html} />}
    </>
  )
}
