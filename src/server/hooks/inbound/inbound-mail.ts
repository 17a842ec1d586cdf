import type { PlainMail } from '#server/platform/mail/untrusted/read-mail.ts'

export interface MailFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** A mail as its own bytes tell it, whichever provider brought it. */
export type ReadMail = Pick<
  PlainMail,
  'messageId' | 'references' | 'from' | 'to' | 'subject' | 'text' | 'headers' | 'signedBy'
> & { files: readonly MailFile[] }

export type Verdict = 'pass' | 'fail' | 'unknown'

/** What the provider found out about who sent a mail. */
interface Findings {
  spf: Verdict
  dmarc: Verdict
  dkim: readonly { domain: string; verdict: Verdict }[]
}

/** What the provider tells beside the mail. */
export interface Delivery {
  /** The sender of the envelope; empty for a bounce. */
  from: string
  /** Recipients of the envelope. */
  to: readonly string[]
  findings: (mail: ReadMail) => Findings
  /** What the provider took it for, if for no honest mail. */
  suspected?: 'spam' | 'virus' | undefined
}

/** Vacation notes, lists and what else no person wrote for us (RFC 3834). */
export function isAutomatic({ headers }: ReadMail, delivery: Delivery): boolean {
  const submitted = (headers.get('auto-submitted') ?? 'no').trim().toLowerCase()
  const precedence = (headers.get('precedence') ?? '').trim().toLowerCase()
  return (
    !submitted.startsWith('no') ||
    ['bulk', 'auto_reply', 'junk', 'list'].includes(precedence) ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => headers.has(name)) ||
    delivery.from === ''
  )
}
