import { isOrderId } from '#contract/rules/order-id.ts'
import type { Message } from '#contract/messages.ts'
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
export interface Findings {
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

/** PostgreSQL's index takes no longer one. */
const longestMessageId = 500

/** What can be stored, and stand in a header of ours: one address-like word between its brackets. */
export const isMessageId = (text: string): boolean =>
  text.length <= longestMessageId && /^<[!-;=?-~]+>$/.test(text)

/** No mail is about more. */
const mostOrders = 5

const orderOf = (address: string, sendDomain: string): number | null => {
  const [, id = '', domain = ''] = /^\s*(\d+)(?:\+[^@]*)?@([^@\s]+)\s*$/.exec(address) ?? []
  return isOrderId(id) && domain.toLowerCase() === sendDomain.toLowerCase() ? Number(id) : null
}

const ordersOf = (addresses: readonly string[], sendDomain: string): number[] => {
  const found = addresses.flatMap((address) => orderOf(address, sendDomain) ?? [])
  return [...new Set(found)].slice(0, mostOrders)
}

/** The orders that a mail is for: by its envelope, which also names hidden recipients, else by its To and Cc. */
export function addressedOrders({ to }: ReadMail, delivery: Delivery, sendDomain: string): number[] {
  const byEnvelope = ordersOf(delivery.to, sendDomain)
  if (byEnvelope.length > 0) return byEnvelope
  return ordersOf(
    to.map(({ address }) => address),
    sendDomain,
  )
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** A mail that we sent and that has come back to us: an order whose customer is another order. */
export const isOurOwn = ({ from }: ReadMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()

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

/** One is the other, or lies below it (RFC 7489, relaxed alignment, without the list of public suffixes). */
const belong = (one: string, other: string) =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/**
 * Whether the sender that a reader sees is who it says. SPF and DKIM speak of other domains than that of the From line;
 * they count where the two belong together, else anybody's own signed mail would pass for the customer's.
 */
export function authenticity(mail: ReadMail, delivery: Delivery): Message['authentic'] {
  const { spf, dmarc, dkim } = delivery.findings(mail)
  if (dmarc !== 'unknown') return dmarc
  const domain = domainOf(mail.from.address)
  if (spf === 'pass' && belong(domain, domainOf(delivery.from))) return 'pass'
  if (dkim.some((signed) => signed.verdict === 'pass' && belong(domain, signed.domain.toLowerCase())))
    return 'pass'
  const nothingPassed = spf !== 'pass' && !dkim.some(({ verdict }) => verdict === 'pass')
  return nothingPassed && (spf === 'fail' || dkim.some(({ verdict }) => verdict === 'fail'))
    ? 'fail'
    : 'unknown'
}
