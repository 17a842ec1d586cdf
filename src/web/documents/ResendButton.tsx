import { Button } from '@mantine/core'
import { isProblemState } from '#web/messages/mail-states.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { mailKindLabel, type MailEntry } from './mail-labels.ts'
import type { Resend } from './use-resend.ts'

interface ResendButtonProps {
  mail: MailEntry
  resending: Resend
}

export function ResendButton({ mail, resending }: ResendButtonProps) {
  if (!resending.canResend(mail)) return null
  const label = resending.labelOf(mail)
  return (
    <Button
      size="xs"
      variant={isProblemState(mail.state) ? 'default' : 'subtle'}
      leftSection={<Icon name="mail" />}
      aria-label={`${label}: ${mailKindLabel(mail)} to ${mail.to}`}
      aria-disabled={resending.isDisabled(mail)}
      onClick={() => resending.resend(mail)}
    >
      {label}
    </Button>
  )
}
