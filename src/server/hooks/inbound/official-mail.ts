import type { Config } from '#server/config.ts'
import { authenticity, domainOf } from './authenticity.ts'
import type { Envelope, InboundMail, Verdict } from './inbound-mail.ts'

type Official = Pick<Config, 'official'>

/** A domain of the customs office, or one below it (product §12). */
const isOfficialDomain = ({ official }: Official, domain: string): boolean =>
  official.senders.some((sender) => domain === sender || domain.endsWith(`.${sender}`))

/** From the customs office, and proven to be: whatever only says so, or is suspected, is not. */
export const isOfficialMail = (config: Official, mail: InboundMail): boolean =>
  isOfficialDomain(config, domainOf(mail.from.address)) &&
  authenticity(mail) === 'pass' &&
  mail.suspected === undefined

/** The same of an envelope, before anything else is read of its mail. */
export const isOfficialEnvelope = (config: Official, { from }: Envelope, spf: Verdict): boolean =>
  spf === 'pass' && isOfficialDomain(config, domainOf(from))
