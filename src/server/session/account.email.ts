import * as z from 'zod/mini'
import { estTimestamp } from '#contract/rules/dates.ts'
import { forgotPasswordPath } from '#contract/rules/staff-addresses.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { composeMail } from '#server/platform/mail/compose-mail.tsx'

interface Notice {
  subject: (brand: string) => string
  text: string
}

const notices = {
  'new device': {
    subject: (brand) => `New sign-in to your ${brand} account`,
    text: 'Your account was signed in to from a browser that it was not used from before.',
  },
  'email changed': {
    subject: (brand) => `The e-mail of your ${brand} account was changed`,
    text: 'The e-mail address of your account was changed. Both addresses get this e-mail.',
  },
  'password changed': {
    subject: (brand) => `Your ${brand} password was changed`,
    text: 'The password of your account was changed, and every session of it has ended.',
  },
  'second factor added': {
    subject: (brand) => `A second factor was added to your ${brand} account`,
    text: 'A second factor was added to your account. Signing in needs one from now on.',
  },
  'second factor removed': {
    subject: (brand) => `A second factor of your ${brand} account was removed`,
    text: 'A second factor of your account was removed.',
  },
  'second factor reset': {
    subject: (brand) => `The second factor of your ${brand} account was reset`,
    text: 'Every second factor of your account was removed, and every session of it has ended. The password alone opens it until you set up a new one.',
  },
  'recovery codes renewed': {
    subject: (brand) => `New recovery codes of your ${brand} account`,
    text: 'Your account has new recovery codes. The old ones do not work any more.',
  },
} as const satisfies Record<string, Notice>
export type AccountNotice = keyof typeof notices

const accountProps = z.object({
  name: z.string(),
  notice: z.enum(keysOf(notices)),
  /** The Admin or Manager who did it; null for the owner of the account. */
  by: z.nullable(z.string()),
  at: z.string(),
  /** Empty if unknown. */
  device: z.string(),
  ip: z.string(),
  change: z.optional(z.object({ from: z.string(), to: z.string() })),
})

/** Product §4. */
export const accountMail = defineMail('account', accountProps, {
  render: ({ name, notice, by, at, device, ip, change }, { publicUrl, shortTitle }) =>
    composeMail({
      brand: shortTitle,
      subject: notices[notice].subject(shortTitle),
      name,
      parts: [
        notices[notice].text,
        {
          facts: [
            ...(change
              ? ([
                  ['Before', change.from],
                  ['Now', change.to],
                ] as const)
              : []),
            ...(by === null ? [] : ([['By', by]] as const)),
            ['When', estTimestamp(at)],
            ...(device ? ([['Device', device]] as const) : []),
            ...(ip ? ([['Address', ip]] as const) : []),
          ],
        },
        'If you know of this, there is nothing to do.',
        'If not, somebody else may have got in. Choose a new password, which ends every session, and tell an Admin at once:',
        { label: 'Choose a new password', url: publicUrl + forgotPasswordPath },
      ],
      footer: [{ label: 'Sign In', url: publicUrl }],
    }),
  sample: {
    name: 'Siti Nurhaliza',
    notice: 'email changed',
    by: 'Ayu Lestari',
    at: '2026-11-22T03:04:05Z',
    device: 'Firefox, Linux',
    ip: '203.0.113.7',
    change: { from: 'siti@example.com', to: 'siti.n@example.com' },
  },
})
