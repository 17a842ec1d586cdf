import { isSameEmail, isSameIp } from '#server/orders/evidence/evidence-keys.ts'
import { deviceOf } from '#server/platform/device.ts'
import type { CaseFile } from '../case-file.ts'
import { captured, counted, type Value } from './format.ts'

/** One element of identity on two sides; `isMatch` is null where a side was not captured. */
export interface Link {
  what: string
  one: Value
  other: Value
  isMatch: boolean | null
}

/** So many different values are named; the rest is counted. */
const named = 4

/** Different values, the most frequent first, with how often each came. */
function listed(values: readonly string[]): Value {
  const times = new Map<string, number>()
  for (const value of values) if (value.trim()) times.set(value, (times.get(value) ?? 0) + 1)
  const all = [...times].sort(([, a], [, b]) => b - a)
  const shown = all.slice(0, named).map(([value, count]) => (count > 1 ? `${value} (${count} times)` : value))
  const more = all.length > named ? [counted(all.length - named, 'other')] : []
  return captured([...shown, ...more].join('; '))
}

const matching = (one: Value, other: Value, isMatch: boolean) => (one && other ? isMatch : null)

const deviceWords = (userAgent: string): string => {
  const { browser, os } = deviceOf(userAgent)
  return [browser, os].filter(Boolean).join(' on ')
}

/** The payment against the downloads of the document (product §8). */
export function paymentLinks({ customer: { payment }, downloads }: CaseFile): Link[] {
  const ip = captured(payment.payment_ip)
  const ips = listed(downloads.map((download) => download.ip))
  const agent = captured(payment.payment_user_agent)
  const agents = listed(downloads.map((download) => download.user_agent))
  const device = captured(deviceWords(payment.payment_user_agent ?? ''))
  const devices = listed(downloads.map((download) => deviceWords(download.user_agent)))
  return [
    {
      what: 'IP address',
      one: ip,
      other: ips,
      isMatch: matching(
        ip,
        ips,
        downloads.some((download) => isSameIp(payment.payment_ip, download.ip)),
      ),
    },
    {
      what: 'Browser and system',
      one: device,
      other: devices,
      isMatch: matching(
        device,
        devices,
        downloads.some((download) => deviceWords(download.user_agent) === device),
      ),
    },
    {
      what: 'Browser signature (user agent)',
      one: agent,
      other: agents,
      isMatch: matching(
        agent,
        agents,
        downloads.some((download) => download.user_agent === agent),
      ),
    },
    // A download tells no device ID: the visitor's page asks for none.
    { what: 'Device ID', one: captured(payment.device_id), other: null, isMatch: null },
  ]
}

/** The buyer against the traveller and against whom the mails reached. */
export function buyerLinks({ order, mails }: CaseFile): Link[] {
  const buyer = captured(order.email)
  const traveller = captured(order.traveller_email)
  const reached = mails.filter(({ state }) => state === 'sent' || state === 'delivered')
  const recipients = listed(reached.map(({ recipient }) => recipient))
  return [
    {
      what: 'E-mail of buyer and of traveller',
      one: buyer,
      other: traveller,
      isMatch: matching(buyer, traveller, isSameEmail(order.email, order.traveller_email)),
    },
    {
      what: 'E-mail of buyer and of the mails sent',
      one: buyer,
      other: recipients,
      isMatch: matching(
        buyer,
        recipients,
        reached.some(({ recipient }) => isSameEmail(order.email, recipient)),
      ),
    },
  ]
}

export const linkWord = (isMatch: boolean | null): Value =>
  isMatch === null ? null : isMatch ? 'Match' : 'Different'

/** The card schemes' one-letter answers; what a gateway says in words needs none. */
const meanings = {
  avs: {
    Y: 'street and postal code match',
    X: 'street and postal code match',
    D: 'street and postal code match',
    F: 'street and postal code match',
    M: 'street and postal code match',
    A: 'street matches, postal code does not',
    Z: 'postal code matches, street does not',
    W: 'postal code matches, street does not',
    N: 'neither street nor postal code matches',
    U: 'address not available from the issuer',
    G: 'issuer outside the service',
    S: 'not supported by the issuer',
    R: 'issuer did not answer',
  },
  cvv: {
    M: 'matches',
    N: 'does not match',
    P: 'not processed',
    S: 'should be on the card',
    U: 'issuer not certified',
  },
  threeDSecure: {
    Y: 'authenticated',
    A: 'attempted',
    N: 'not authenticated',
    U: 'not available',
    R: 'rejected',
    C: 'challenged',
  },
} as const satisfies Record<string, Record<string, string>>

/** `Y (street and postal code match)`; anything but a known letter stays as it was captured. */
export function answerOf(kind: keyof typeof meanings, result: string | undefined): Value {
  const given = captured(result)
  const words: Record<string, string> = meanings[kind]
  const meaning = given && words[given.toUpperCase()]
  return meaning ? `${given} (${meaning})` : given
}
