import {
  admitMail,
  admitPassedOn,
  countMailBytes,
  type EnvelopeSender,
} from '#server/messages/incoming-quotas.ts'
import { storeMessage } from '#server/messages/store-message.ts'
import { mailIdFromMessageId } from '#server/platform/mail/render.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import type { Config } from '#server/config.ts'
import { isOrderId } from '#contract/rules/order-id.ts'
import type { Message } from '#contract/messages.ts'
import { receiveReports } from '../mail-reports.ts'
import {
  isAutomatic,
  type InboundMail,
  type UnreadMail,
  type Envelope,
  type Verdict,
} from './inbound-mail.ts'
import { parseBounce } from './parse-bounce.ts'

/**
 * Stores a mail with its orders. The mail is read only after its envelope passed the quotas. A mail for no order is
 * ignored, because the provider would only resend it.
 */
export async function receiveMail(call: Call<Actor>, { envelope, spf, read }: UnreadMail): Promise<void> {
  const { config, log } = call
  const sender = {
    address: envelope.from,
    isProven: spf === 'pass',
    isOfficial: isOfficialEnvelope(config, envelope, spf),
  }
  const named = ordersOfEnvelope(envelope, config.sendDomain)
  const admitted = await admitMail(call, sender, named)
  if (!admitted) return
  const found = await read()
  if (!found) return
  await countMailBytes(call, admitted, found.size)
  const { mail } = found
  // Before the check for own mails, because our own mail server sends bounces too.
  if (await receiveBounce(call, mail)) return
  if (isOwnMail(mail, config.sendDomain)) return log.warn('one of our own mails came back and was ignored')

  const orderIds = named.length > 0 ? admitted.orderIds : await admitByHeaders(call, sender, found)
  if (orderIds.length === 0) return
  await storeMessage(call, orderIds, {
    ...mail,
    authentic: authenticity(mail),
    automatic: isAutomatic(mail),
    isOfficial: isOfficialMail(config, mail),
  })
}

async function admitByHeaders(
  call: Call<Actor>,
  sender: EnvelopeSender,
  { mail, size }: { mail: InboundMail; size: number },
): Promise<readonly number[]> {
  const admitted = await admitPassedOn(call, sender, ordersOfHeaders(mail, call.config.sendDomain))
  if (!admitted) return []
  await countMailBytes(call, admitted, size)
  return admitted.orderIds
}

/** Records a bounce of a mail sent by SMTP; other providers report bounces by their own hooks. */
async function receiveBounce(call: Call<Actor>, mail: InboundMail): Promise<boolean> {
  const bounce = parseBounce(mail)
  const mailId = bounce && mailIdFromMessageId(bounce.messageId, call.config)
  if (!bounce || !mailId) return false
  const { kind, detail } = bounce
  const report = { mailId, provider: 'SMTP', eventId: mail.messageId, kind, at: call.now, detail }
  return (await receiveReports(call, [report])) > 0
}

type Official = Pick<Config, 'official'>

/** The customs office's domain or one of its subdomains (product §12). */
const isOfficialDomain = ({ official }: Official, domain: string): boolean =>
  official.senders.some((sender) => domain === sender || domain.endsWith(`.${sender}`))

const isOfficialMail = (config: Official, mail: InboundMail): boolean =>
  isOfficialDomain(config, domainOf(mail.from.address)) &&
  authenticity(mail) === 'pass' &&
  mail.suspected === undefined

/** By SPF alone, before the mail is read. */
const isOfficialEnvelope = (config: Official, { from }: Envelope, spf: Verdict): boolean =>
  spf === 'pass' && isOfficialDomain(config, domainOf(from))

/** A mail to more orders is an attack or a mistake. */
const maxOrders = 5

const parseOrderAddress = (address: string, sendDomain: string): number | null => {
  const [, id = '', domain = ''] = /^\s*(\d+)(?:\+[^@]*)?@([^@\s]+)\s*$/.exec(address) ?? []
  return isOrderId(id) && domain.toLowerCase() === sendDomain.toLowerCase() ? Number(id) : null
}

const parseOrderAddresses = (addresses: readonly string[], sendDomain: string): number[] => {
  const found = addresses.flatMap((address) => parseOrderAddress(address, sendDomain) ?? [])
  return [...new Set(found)].slice(0, maxOrders)
}

const ordersOfEnvelope = ({ to }: Envelope, sendDomain: string): number[] =>
  parseOrderAddresses(to, sendDomain)

/** For a mail that another mailbox forwarded. */
const ordersOfHeaders = ({ to }: InboundMail, sendDomain: string): number[] =>
  parseOrderAddresses(
    to.map(({ address }) => address),
    sendDomain,
  )

/** One of our mails came back: the customer's address of one order is the address of another. */
const isOwnMail = ({ from }: InboundMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/**
 * One domain equals the other or is a subdomain of it (RFC 7489, relaxed alignment, without the public suffix list).
 */
const areAligned = (one: string, other: string) =>
  one !== '' && other !== '' && (one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`))

/**
 * Whether the From address is authentic. SPF and DKIM count only for domains aligned with the From domain; otherwise
 * any signed mail could pass as the customer's. The result for an ambiguous From is unknown.
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
