import {
  admitMail,
  admitPassedOn,
  countMailBytes,
  type EnvelopeSender,
} from '#server/messages/incoming-quotas.ts'
import { storeMessage } from '#server/messages/store-message.ts'
import { doubtDelivery } from '#server/mail-problems/doubt-delivery.ts'
import { isProviderMessageId } from '#server/platform/mail/reports.ts'
import type { Actor, Call } from '#server/platform/work.ts'
import type { Config } from '#server/config.ts'
import { isOrderId } from '#contract/rules/order-id.ts'
import type { Message } from '#contract/messages.ts'
import { receiveReports } from '../mail-reports.ts'
import { answeredIds, answersOwnId, classifyMail } from './classify-mail.ts'
import type { InboundMail, UnreadMail, Envelope, Verdict } from './inbound-mail.ts'
import { isNullSender } from './mail-marks.ts'
import { parseBounce, type MailNotice } from './parse-bounce.ts'

/**
 * Stores a mail with its orders. The mail is read only after its envelope passed the quotas. A mail for no order is
 * ignored, because the provider would only resend it.
 */
export async function receiveMail(call: Call<Actor>, { envelope, spf, read }: UnreadMail): Promise<void> {
  const { config, log } = call
  const sender = {
    address: isNullSender({ envelope }) ? '' : envelope.from,
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
  const notice = parseBounce(mail, config)
  // A notice may come from our own domain, because our own mail server sends bounces too.
  if (!notice && isOwnMail(mail, config.sendDomain))
    return log.warn('one of our own mails came back and was ignored')
  if (notice && (await receiveNotice(call, mail, notice))) return

  const orderIds = named.length > 0 ? admitted.orderIds : await admitByHeaders(call, sender, found)
  const isInDoubt = notice !== null && (await doubtDelivery(call, orderIds, notice))
  if (orderIds.length === 0) return
  const isOfficial = isOfficialMail(config, mail)
  const answers = classifyMail(mail, { isOfficial, answersOurs: await answersOurs(call, mail) })
  await storeMessage(call, orderIds, {
    ...mail,
    authentic: authenticity(mail),
    ...answers,
    // The notice stands in Mail problems.
    ...(isInDoubt && { listed: null }),
    isOfficial,
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

const reportKinds = { failed: 'bounced', delayed: 'deferred', delivered: 'delivered' } as const

/**
 * Records a notice about a mail sent by SMTP that names the mail and its recipient; other providers report by their own
 * hooks. False for any other notice, and for a bounce of a delivered mail.
 */
async function receiveNotice(
  call: Call<Actor>,
  { messageId }: InboundMail,
  { means, mailId, recipients, detail }: MailNotice,
): Promise<boolean> {
  if (!means || !mailId) return false
  const kind = reportKinds[means]
  // One Message-ID may come with notices about several mails.
  const eventId = [messageId, mailId, kind].join(' ')
  const report = { mailId, recipients, provider: 'SMTP', eventId, kind, at: call.now, detail }
  const [recorded] = await receiveReports(call, [report])
  return recorded !== undefined && (means !== 'failed' || recorded.state === 'bounced')
}

/** By the Message-ID that we gave the mail, or that Amazon SES gave it. */
const answersOurs = async ({ db, config }: Call<Actor>, mail: InboundMail): Promise<boolean> =>
  answersOwnId(mail, config) || (await isProviderMessageId(db, answeredIds(mail)))

type Official = Pick<Config, 'official'>

/** The customs office's domain or one of its subdomains (product §12). */
export const isOfficialDomain = ({ official }: Official, domain: string): boolean =>
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

/** By the envelope, else by To and Cc. */
export const ordersOfMail = (mail: InboundMail, sendDomain: string): number[] => {
  const named = ordersOfEnvelope(mail.envelope, sendDomain)
  return named.length > 0 ? named : ordersOfHeaders(mail, sendDomain)
}

/** One of our mails came back: the customer's address of one order is the address of another. */
const isOwnMail = ({ from }: InboundMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

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
