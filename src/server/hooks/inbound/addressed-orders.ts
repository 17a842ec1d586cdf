import { isOrderId } from '#contract/rules/order-id.ts'
import { domainOf } from './authenticity.ts'
import type { InboundMail } from './inbound-mail.ts'

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

/** The orders that a mail is for: by its envelope, else by its To and Cc. */
export function addressedOrders({ envelope, to }: InboundMail, sendDomain: string): number[] {
  const byEnvelope = parseOrderAddresses(envelope.to, sendDomain)
  if (byEnvelope.length > 0) return byEnvelope
  return parseOrderAddresses(
    to.map(({ address }) => address),
    sendDomain,
  )
}

/** A mail of ours that came back: the customer's address of one order is the address of another. */
export const isOwnMail = ({ from }: InboundMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()
