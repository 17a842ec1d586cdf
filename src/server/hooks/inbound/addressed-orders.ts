import { isOrderId } from '#contract/rules/order-id.ts'
import { domainOf } from './authenticity.ts'
import type { InboundMail } from './inbound-mail.ts'

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

/** The orders that a mail is for: by its envelope, else by its To and Cc. */
export function addressedOrders({ envelope, to }: InboundMail, sendDomain: string): number[] {
  const byEnvelope = ordersOf(envelope.to, sendDomain)
  if (byEnvelope.length > 0) return byEnvelope
  return ordersOf(
    to.map(({ address }) => address),
    sendDomain,
  )
}

/** A mail that we sent and that has come back to us: an order whose customer is another order. */
export const isOurOwn = ({ from }: InboundMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()
