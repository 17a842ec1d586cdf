import type { Config } from '#server/config.ts'
import { Button, Letter, Paragraph } from '#server/platform/mail/letter.tsx'
import type { MailContent } from '#server/platform/mail/template.ts'
import { singleLine } from '#server/platform/single-line.ts'

export interface ResetProps {
  name: string
  /** The secret of the link. */
  token: string
}

/** Brings the link for a new password (product §5, Forgot password). */
export function resetMail({ name, token }: ResetProps, { publicUrl, shortTitle }: Config): MailContent {
  const link = `${publicUrl}/reset-password/${token}`
  const says = {
    subject: `Your new ${shortTitle} password`,
    greeting: singleLine(name),
    why: `Somebody asked for a new password for your ${shortTitle} account. Choose it here:`,
    button: 'Choose a new password',
    validity: 'The link works once, within one hour.',
    notYou: 'If it was not you, do nothing: your password stays as it is.',
  }
  return {
    fromName: shortTitle,
    subject: says.subject,
    body: (
      <Letter title={says.subject} brand={shortTitle} footer={[{ label: 'Sign In', url: publicUrl }]}>
        <Paragraph>
          Dear <bdi>{says.greeting}</bdi>,
        </Paragraph>
        <Paragraph>{says.why}</Paragraph>
        <Button href={link}>{says.button}</Button>
        <Paragraph>{says.validity}</Paragraph>
        <Paragraph>{says.notYou}</Paragraph>
      </Letter>
    ),
    text: [`Dear ${says.greeting},`, says.why, `${says.button}: ${link}`, says.validity, says.notYou].join(
      '\n\n',
    ),
  }
}
