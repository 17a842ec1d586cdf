import { SegmentedControl, Textarea } from '@mantine/core'
import { useState } from 'react'
import { emailContent } from '#contract/documents.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { EmailFrame } from '#web/ui/EmailFrame.tsx'
import { MailView } from '#web/ui/MailView.tsx'
import css from './documents.module.css'

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
  const [format, setFormat] = useState<Format>('Mail')
  const read = useRead(emailContent, { params: { orderId } }, { showsFailureInline: true })
  return (
    <MailView read={read}>
      {(mail) => (
        <>
          <SegmentedControl<Format>
            className={css.bar}
            aria-label="Show as"
            size="xs"
            data={[...formats]}
            value={format}
            onChange={setFormat}
          />
          {format === 'Text' ? (
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
      )}
    </MailView>
  )
}
