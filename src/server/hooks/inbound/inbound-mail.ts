import type { IncomingMessage } from '#server/messages/store-message.ts'

export type Verdict = 'pass' | 'fail' | 'unknown'

/** As the mail servers had them, which names hidden recipients too; the sender is empty for a bounce. */
export interface Envelope {
  from: string
  to: readonly string[]
}

/**
 * An incoming mail, independent of its provider: the parsed mail with the provider's envelope and authentication results,
 * from which its sender's authenticity is decided.
 */
export interface InboundMail extends Omit<IncomingMessage, 'automatic' | 'authentic'> {
  /** The first value of each header, by its name in small letters. */
  headers: ReadonlyMap<string, string>
  /** Whether its header names one sender, whom every reader takes for the same. */
  isFromPlain: boolean
  /** Domains that signed it (DKIM), whether or not that is true; '' for one that could be read in several ways. */
  signedBy: readonly string[]
  envelope: Envelope
  verdicts: {
    spf: Verdict
    dmarc: Verdict
    dkim: readonly { domain: string; verdict: Verdict }[]
  }
}

/** A mail of which nothing is read yet but its envelope and what SPF says of it. */
export interface UnreadMail {
  envelope: Envelope
  spf: Verdict
  /** Loads and parses it; null where it cannot be had. `size` in bytes. */
  read: () => Promise<{ mail: InboundMail; size: number } | null>
}

/** The part that is parsed from the mail's own bytes. */
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
