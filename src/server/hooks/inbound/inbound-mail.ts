import type { IncomingMessage } from '#server/messages/store-message.ts'

export type Verdict = 'pass' | 'fail' | 'unknown'

/** From the SMTP dialogue, so hidden recipients are included. The sender is empty for a bounce. */
export interface Envelope {
  from: string
  to: readonly string[]
}

export interface InboundMail extends Omit<IncomingMessage, 'automatic' | 'authentic'> {
  /** The first value of each header, by lower-case name. */
  headers: ReadonlyMap<string, string>
  /** True if the From header names one sender unambiguously. */
  isFromPlain: boolean
  /** Domains of the DKIM signatures, unverified; '' for an ambiguous signature. */
  signedBy: readonly string[]
  envelope: Envelope
  verdicts: {
    spf: Verdict
    dmarc: Verdict
    dkim: readonly { domain: string; verdict: Verdict }[]
  }
}

export interface UnreadMail {
  envelope: Envelope
  spf: Verdict
  /** Loads and parses the mail; null if it is unavailable. `size` in bytes. */
  read: () => Promise<{ mail: InboundMail; size: number } | null>
}

export type ParsedMail = Omit<InboundMail, 'envelope' | 'verdicts' | 'suspected'>

/** Vacation notes, mailing lists and other automatic mails (RFC 3834). */
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
