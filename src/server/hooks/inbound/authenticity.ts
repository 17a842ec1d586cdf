import type { Message } from '#contract/messages.ts'
import type { InboundMail } from './inbound-mail.ts'

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** One domain equals the other or is a subdomain of it (RFC 7489, relaxed alignment, without the public suffix list). */
const areAligned = (one: string, other: string) =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/**
 * Whether the From address is authentic. SPF and DKIM authenticate domains of their own; they count only where these
 * are aligned with the From domain, else anybody's signed mail could pass as the customer's.
 */
export function authenticity({ from, envelope, verdicts }: InboundMail): Message['authentic'] {
  const { spf, dmarc, dkim } = verdicts
  if (dmarc !== 'unknown') return dmarc
  const domain = domainOf(from.address)
  if (spf === 'pass' && areAligned(domain, domainOf(envelope.from))) return 'pass'
  if (dkim.some((signed) => signed.verdict === 'pass' && areAligned(domain, signed.domain.toLowerCase())))
    return 'pass'
  const nothingPassed = spf !== 'pass' && !dkim.some(({ verdict }) => verdict === 'pass')
  return nothingPassed && (spf === 'fail' || dkim.some(({ verdict }) => verdict === 'fail'))
    ? 'fail'
    : 'unknown'
}
