import { isSameEmail, isSameIp } from '#server/orders/evidence-keys.ts'
import { deviceOf } from '#server/platform/device.ts'
import type { CaseFile } from '../case-file.ts'
import { receivedDownloads } from './common.ts'
import { arrivedMails } from './communications.ts'
import { captured, pluralize, type Value } from './format.ts'

/** One element of identity on two sides; `isMatch` is null if a side was not captured. */
export interface IdentityLink {
  what: string
  phrase: string
  /** Who is compared with the payer. */
  recipient: string
  one: Value
  other: Value
  isMatch: boolean | null
}

/** How many different values are listed; further ones are counted. */
const maxNamedValues = 4

function summarizeValues(values: readonly string[]): Value {
  const times = new Map<string, number>()
  for (const value of values) if (value.trim()) times.set(value, (times.get(value) ?? 0) + 1)
  const all = [...times].sort(([, a], [, b]) => b - a)
  const shown = all
    .slice(0, maxNamedValues)
    .map(([value, count]) => (count > 1 ? `${value} (${count} times)` : value))
  const more = all.length > maxNamedValues ? [pluralize(all.length - maxNamedValues, 'other')] : []
  return captured([...shown, ...more].join('; '))
}

const matchIfCaptured = (one: Value, other: Value, isMatch: boolean) => (one && other ? isMatch : null)

const deviceLabel = (userAgent: string): string => {
  const { browser, os } = deviceOf(userAgent)
  return [browser, os].filter(Boolean).join(' on ')
}

/** The payment compared with the downloads of the document (product §8). */
export function paymentLinks({ customer: { payment }, ...file }: CaseFile): IdentityLink[] {
  const downloads = receivedDownloads(file)
  const recipient = 'the recipient of the document'
  const ip = captured(payment.payment_ip)
  const ips = summarizeValues(downloads.map((download) => download.ip))
  const agent = captured(payment.payment_user_agent)
  const agents = summarizeValues(downloads.map((download) => download.user_agent))
  const device = captured(deviceLabel(payment.payment_user_agent ?? ''))
  const devices = summarizeValues(downloads.map((download) => deviceLabel(download.user_agent)))
  return [
    {
      what: 'IP address',
      phrase: 'IP address',
      recipient,
      one: ip,
      other: ips,
      isMatch: matchIfCaptured(
        ip,
        ips,
        downloads.some((download) => isSameIp(payment.payment_ip, download.ip)),
      ),
    },
    {
      what: 'Browser and system',
      phrase: 'browser',
      recipient,
      one: device,
      other: devices,
      isMatch: matchIfCaptured(
        device,
        devices,
        downloads.some((download) => deviceLabel(download.user_agent) === device),
      ),
    },
    {
      what: 'Browser signature (user agent)',
      phrase: 'browser',
      recipient,
      one: agent,
      other: agents,
      isMatch: matchIfCaptured(
        agent,
        agents,
        downloads.some((download) => download.user_agent === agent),
      ),
    },
    // Downloads have no device ID, because the visitor's page does not collect one.
    {
      what: 'Device ID',
      phrase: 'device',
      recipient,
      one: captured(payment.device_id),
      other: null,
      isMatch: null,
    },
  ]
}

export function buyerLinks({ order, mails }: CaseFile): IdentityLink[] {
  const buyer = captured(order.email)
  const traveller = captured(order.traveller_email)
  const reached = arrivedMails({ mails })
  const recipients = summarizeValues(reached.map(({ recipient }) => recipient))
  return [
    {
      what: 'E-mail of buyer and of traveller',
      phrase: 'e-mail address',
      recipient: 'the traveller',
      one: buyer,
      other: traveller,
      isMatch: matchIfCaptured(buyer, traveller, isSameEmail(order.email, order.traveller_email)),
    },
    {
      what: 'E-mail of buyer and of the mails sent',
      phrase: 'e-mail address',
      recipient: 'the recipient of the mails',
      one: buyer,
      other: recipients,
      isMatch: matchIfCaptured(
        buyer,
        recipients,
        reached.some(({ recipient }) => isSameEmail(order.email, recipient)),
      ),
    },
  ]
}

/** Leaves out what differs or was captured on one side only (product §13). */
export const matching = (links: readonly IdentityLink[]): IdentityLink[] =>
  links.filter(({ isMatch }) => isMatch === true)
