import type { MailTemplate } from '#server/platform/mail/template.ts'
import { writeLetter } from '#server/platform/mail/write-letter.tsx'

export interface ResetProps {
  name: string
  /** The secret of the link. */
  token: string
}

/** Brings the link for a new password (product §5, Forgot password). */
export const resetMail: MailTemplate<ResetProps> = {
  write: ({ name, token }, { publicUrl, shortTitle }) =>
    writeLetter({
      brand: shortTitle,
      subject: `Your new ${shortTitle} password`,
      name,
      parts: [
        `Somebody asked for a new password for your ${shortTitle} account. Choose it here:`,
        { label: 'Choose a new password', url: `${publicUrl}/reset-password/${token}` },
        'The link works once, within one hour.',
        'If it was not you, do nothing: your password stays as it is.',
      ],
      footer: [{ label: 'Sign In', url: publicUrl }],
    }),
  sample: { name: 'Siti Nurhaliza', token: 'not-a-real-token' },
}
