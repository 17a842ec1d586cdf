import { readOutboxMail } from '#contract/outbox.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { MailView } from '#web/ui/MailView.tsx'

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

function MailContent({ mailId }: { mailId: string }) {
  const read = useRead(readOutboxMail, { params: { mailId } }, { showsFailureInline: true })
  return <MailView read={read} />
}
