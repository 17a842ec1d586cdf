import type { IncomingMessage, MailAnswers } from '#server/messages/store-message.ts'

export type Verdict = 'pass' | 'fail' | 'unknown'

/** From the SMTP dialogue, so hidden recipients are included. The sender is empty for a bounce. */
export interface Envelope {
  from: string
  to: readonly string[]
}

export interface InboundMail extends Omit<IncomingMessage, keyof MailAnswers | 'authentic'> {
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
