import type { MailProvider } from '#contract/messages.ts'
import { errorCode } from '../error-code.ts'
import { hasNeverConnected } from './connections.ts'
import { MailFailure, type FailureKind } from './transport.ts'

export interface Answer {
  /** By SMTP the command; by SendGrid the fields. */
  at: string
  /** The status; after it the enhanced code of RFC 3463, or the name of Amazon's exception. */
  code: string
  says: string
}

type Rule = Partial<Record<keyof Answer, RegExp>> & { means: FailureKind }

const beforeRecipient = /^(?!RCPT TO|DATA)/
const noSuchUser =
  /(user|mailbox|recipient|account) (is )?(unknown|invalid|unavailable|disabled|inactive|not found|does ?n[o']t exist)|(unknown|no such|invalid) (user|mailbox|recipient|address)/i
const ownLimit = /\b(limit|quota|too many (messages|mails|emails))\b/i
const itsLimit = /mailbox|storage|over ?quota/i
const ownStanding =
  /relay|authenticat|sender|\b(spf|dkim|dmarc)\b|spam|block|blacklist|denylist|reputation|policy/i
const throttled = /^(429|400 (Throttling|TooManyRequests))/

/**
 * What each answer means; the first rule that fits counts. SMTP: RFC 5321, RFC 3463 and its registry, the codes of
 * Gmail and Exchange. Amazon: errors of SendEmail (SES v2) and the common ones. SendGrid: errors of v3 Mail Send.
 */
const rules: Readonly<Record<MailProvider, readonly Rule[]>> = {
  SMTP: [
    { at: beforeRecipient, code: /^5/, means: 'sender' },
    { at: beforeRecipient, code: /^4/, says: ownLimit, means: 'sender' },
    { at: beforeRecipient, means: 'away' },
    { code: /^(\d+ 4\.2\.|\d+ 5\.(2\.1\d\d|4\.3)$)/, means: 'moment' },
    { code: /^(4\d\d 4\.(4\.5|7\.28)$)/, means: 'sender' },
    { code: /^4\d\d$/, says: itsLimit, means: 'moment' },
    { code: /^4/, says: ownLimit, means: 'sender' },
    { code: /^4/, means: 'moment' },
    { at: /^RCPT TO/, code: /^5/, says: noSuchUser, means: 'address' },
    {
      code: /^\d+ 5\.(1\.([789]|90)|2\.(3|[2-9]\d\d)|3\.\d+|4\.5|6\.(?!7$)\d+|7\.(?!1[78]$)\d+)$/,
      means: 'sender',
    },
    { code: /^\d+ 5\.[12467]\./, means: 'address' },
    { code: /^5\d\d$/, says: itsLimit, means: 'address' },
    { code: /^5(0[0234]|3[0458]|55)/, means: 'sender' },
    { at: /^RCPT TO/, says: ownLimit, means: 'sender' },
    { at: /^RCPT TO/, says: ownStanding, means: 'sender' },
    { at: /^RCPT TO/, code: /^5/, means: 'address' },
    { code: /^5/, says: /mailbox|recipient/i, means: 'address' },
    { code: /^5/, means: 'sender' },
    { means: 'away' },
  ],
  AWS: [
    { code: /^504/, means: 'unclear' },
    { code: throttled, says: /quota/i, means: 'sender' },
    { code: throttled, means: 'away' },
    { code: /^(408|5)/, means: 'away' },
    { says: /not verified|\b(from|sender|source|reply)\b/i, means: 'sender' },
    {
      code: /^400 (BadRequest|MessageRejected|InvalidParameterValue|Validation)/,
      says: /address|'@domain'|domain (contains|starts|ends|name)|local part/i,
      means: 'address',
    },
    { means: 'sender' },
  ],
  Sendgrid: [
    { code: /^504/, means: 'unclear' },
    { code: /^(408|429|5)/, means: 'away' },
    { code: /^400/, at: /personalizations/, says: /address|domain/i, means: 'address' },
    { at: /from|reply_to/, means: 'sender' },
    { says: /\b(from|sender|reply)\b/i, means: 'sender' },
    { code: /^400/, says: /valid (e-?mail )?address/i, means: 'address' },
    { means: 'sender' },
  ],
}

export function classifyAnswer(provider: MailProvider, answer: Answer): FailureKind {
  const rule = rules[provider].find(
    ({ at, code, says }) =>
      (at?.test(answer.at) ?? true) && (code?.test(answer.code) ?? true) && (says?.test(answer.says) ?? true),
  )
  return rule?.means ?? 'moment'
}

const hour = 60 * 60_000
const maxRetryAfterMs = 24 * hour

/** Retry-After in ms, given in seconds or as a date. */
export function retryAfterMs(header: string | undefined, now = new Date()): number | undefined {
  if (!header) return undefined
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime()
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), maxRetryAfterMs)
}

/** For a gateway's response, which says nothing about the mail. */
export const gatewayFailure = (status: number, retryAfter?: string) =>
  new MailFailure(status === 504 ? 'unclear' : 'away', `${status} from a gateway`, retryAfterMs(retryAfter))

/** Throws the failure of a request without a response: the mail can have left only over a connection. */
export function throwNoResponse(error: unknown): never {
  const reason = error instanceof Error ? describe(error) : String(error)
  throw new MailFailure(hasNeverConnected(error) ? 'away' : 'unclear', reason)
}

/** An AggregateError of several addresses has an empty message. */
const describe = (error: Error) => error.message || errorCode(error) || 'the connection failed'
