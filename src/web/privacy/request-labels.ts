import type { RequestSummary } from '#contract/privacy-list.ts'
import type { PrivacyRequest } from '#contract/privacy.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { requestChannels, type RequestChannel, type RequestKind } from '#contract/rules/privacy.ts'

export const kindLabels = {
  access: 'Access',
  correction: 'Correction',
  restriction: 'Restriction',
  erasure: 'Erasure',
} as const satisfies Record<RequestKind, string>

const channelTexts = {
  'e-mail': 'by e-mail',
  telephone: 'by telephone',
  site: 'by the site',
  letter: 'by letter',
} as const satisfies Record<RequestChannel, string>

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

export const channelLabels = recordOf(requestChannels, (channel) => capitalized(channel))

/** `Access and erasure · by e-mail` */
export function describeRequest({ kinds, channel }: Pick<RequestSummary, 'kinds' | 'channel'>): string {
  const labels = kinds.map((kind) => kindLabels[kind].toLowerCase())
  const [last = ''] = labels.slice(-1)
  const first = labels.slice(0, -1).join(', ')
  return `${capitalized(first ? `${first} and ${last}` : last)} · ${channelTexts[channel]}`
}

export const customerName = ({ name, order_ids: orderIds }: Pick<RequestSummary, 'name' | 'order_ids'>) =>
  name || (orderIds.length > 0 ? `Customer of ${orderIds[0]}` : 'Unknown customer')

const orders = (count: number) => `${count} ${count === 1 ? 'order' : 'orders'}`

/** `Erase 2 orders and parts of 1` */
export function describeErasure({ whole, parts }: { whole: number; parts: number }): string {
  if (whole === 0) return `Erase parts of ${orders(parts)}`
  return parts === 0 ? `Erase ${orders(whole)}` : `Erase ${orders(whole)} and parts of ${parts}`
}

type AccessLink = NonNullable<PrivacyRequest['access_link']>

const linkTexts = {
  queued: 'link queued',
  sending: 'link queued',
  kept: 'link kept here, not sent',
  sent: 'link sent',
  delivered: 'link delivered',
  bounced: 'the mail bounced; sent',
  failed: 'link not sent',
  unknown: 'link perhaps sent',
  cancelled: 'link cancelled',
} as const satisfies Record<NonNullable<AccessLink['mail_state']>, string>

/** Events of an access link, oldest first; of the mail what is known of it. */
export function describeAccessLink(link: AccessLink): { what: string; at: string }[] {
  const lines = [
    { what: link.mail_state === null ? 'link made' : linkTexts[link.mail_state], at: link.sent_at },
    { what: 'opened', at: link.opened_at },
    { what: 'PDF downloaded', at: link.pdf_at },
    { what: 'JSON downloaded', at: link.json_at },
    { what: link.is_over ? 'the link is over; it was open until' : 'open until', at: link.until },
  ]
  return lines.flatMap(({ what, at }) => (at === null ? [] : [{ what, at }]))
}
