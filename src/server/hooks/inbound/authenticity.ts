import type { Message } from '#contract/messages.ts'
import type { InboundMail } from './inbound-mail.ts'

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** One is the other, or lies below it (RFC 7489, relaxed alignment, without the list of public suffixes). */
const areAligned = (one: string, other: string) =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/**
 * Whether the sender that a reader sees is who it says. SPF and DKIM speak of other domains than that of the From line;
 * they count where the two belong together, else anybody's own signed mail would pass for the customer's.
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
