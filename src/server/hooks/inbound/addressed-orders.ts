import { isOrderId } from '#contract/rules/order-id.ts'
import { domainOf } from './authenticity.ts'
import type { Delivery, ReadMail } from './inbound-mail.ts'

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

/** The orders that a mail is for: by its envelope, which also names hidden recipients, else by its To and Cc. */
export function addressedOrders({ to }: ReadMail, delivery: Delivery, sendDomain: string): number[] {
  const byEnvelope = ordersOf(delivery.to, sendDomain)
  if (byEnvelope.length > 0) return byEnvelope
  return ordersOf(
    to.map(({ address }) => address),
    sendDomain,
  )
}

/** A mail that we sent and that has come back to us: an order whose customer is another order. */
export const isOurOwn = ({ from }: ReadMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()
