import * as z from 'zod/mini'
import { resetPasswordPath } from '#contract/rules/staff-addresses.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'

const resetProps = z.object({
  name: z.string(),
  /** The link's secret is derived from it when the mail is sent. */
  linkId: z.string(),
})

/** The mail with the link to set a new password (product §5, Forgot password). */
export const resetMail = defineMail('reset', resetProps, {
  render: ({ name, linkId }, { publicUrl, shortTitle }, secretOf) =>
    composeMail({
      brand: shortTitle,
      subject: `Your new ${shortTitle} password`,
      name,
      parts: [
        `Someone asked to reset the password of your ${shortTitle} account. Choose a new one here:`,
        {
          label: 'Choose a new password',
          url: publicUrl + resetPasswordPath(secretOf(linkId)),
        },
        'The link works once, within one hour.',
        'If this was not you, ignore this e-mail: your password stays the same.',
      ],
      footer: [{ label: 'Sign In', url: publicUrl }],
    }),
  sample: { name: 'Siti Nurhaliza', linkId: 'not-a-real-link' },
})
