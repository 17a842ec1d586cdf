import type { Message } from '#contract/messages.ts'
import type { InboundMail } from './inbound-mail.ts'

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** One domain equals the other or is a subdomain of it (RFC 7489, relaxed alignment, without the public suffix list). */
const areAligned = (one: string, other: string) =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/**
 * Whether the From address is authentic. SPF and DKIM authenticate domains of their own; they count only where these
 * are aligned with the From domain, else anybody's signed mail could pass as the customer's. A From that could be read in
 * several ways is not known to be anybody's.
 */
export function authenticity({
  from,
  isFromPlain,
  envelope,
  verdicts: { spf, dmarc, dkim },
}: Pick<InboundMail, 'from' | 'isFromPlain' | 'envelope' | 'verdicts'>): Message['authentic'] {
  if (!isFromPlain) return dmarc === 'fail' ? 'fail' : 'unknown'
  if (dmarc !== 'unknown') return dmarc
  const domain = domainOf(from.address)
  if (spf === 'pass' && areAligned(domain, domainOf(envelope.from))) return 'pass'
  if (dkim.some((signed) => signed.verdict === 'pass' && areAligned(domain, signed.domain.toLowerCase())))
    return 'pass'
  const nothingPassed = spf !== 'pass' && dkim.every(({ verdict }) => verdict === 'fail')
  return nothingPassed && (spf === 'fail' || dkim.length > 0) ? 'fail' : 'unknown'
}
