import type { Address } from '#server/platform/mail/untrusted/read-mail.ts'

export interface MailFile {
  name: string
  contentType: string
  bytes: Buffer
}

/** What the bytes of a mail tell. */
export interface ParsedMail {
  /** With its angle brackets; one made from its bytes where it has none of its own. */
  messageId: string
  /** Message-IDs of the mails before it. */
  references: readonly string[]
  from: Address
  /** To and Cc. */
  to: readonly Address[]
  subject: string
  text: string
  /** The first value of each header, by its name in small letters. */
  headers: ReadonlyMap<string, string>
  /** Domains that signed it (DKIM), whether or not that is true. */
  signedBy: readonly string[]
  files: readonly MailFile[]
}

export type Verdict = 'pass' | 'fail' | 'unknown'

/** A mail that came in, whichever provider brought it: what it tells itself, and what the provider tells of it. */
export interface InboundMail extends ParsedMail {
  /** As the mail servers had them, which names hidden recipients too; the sender is empty for a bounce. */
  envelope: { from: string; to: readonly string[] }
  verdicts: {
    spf: Verdict
    dmarc: Verdict
    dkim: readonly { domain: string; verdict: Verdict }[]
  }
  /** What the provider took it for, if for no honest mail. */
  suspected?: 'spam' | 'virus' | undefined
}

/** Vacation notes, lists and what else no person wrote for us (RFC 3834). */
export function isAutomatic({ headers, envelope }: InboundMail): boolean {
  const submitted = (headers.get('auto-submitted') ?? 'no').trim().toLowerCase()
  const precedence = (headers.get('precedence') ?? '').trim().toLowerCase()
  return (
    !submitted.startsWith('no') ||
    ['bulk', 'auto_reply', 'junk', 'list'].includes(precedence) ||
    ['x-autoreply', 'x-autorespond', 'list-id'].some((name) => headers.has(name)) ||
    envelope.from === ''
  )
}
