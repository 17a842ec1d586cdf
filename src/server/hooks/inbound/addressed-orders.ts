import { isOrderId } from '#contract/rules/order-id.ts'
import { domainOf } from './authenticity.ts'
import type { Envelope, InboundMail } from './inbound-mail.ts'

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

/** The orders to which the mail servers delivered a mail. */
export const ordersOfEnvelope = ({ to }: Envelope, sendDomain: string): number[] =>
  parseOrderAddresses(to, sendDomain)

/** The orders in To and Cc, for a mail that another mailbox passed on. */
export const ordersOfHeaders = ({ to }: InboundMail, sendDomain: string): number[] =>
  parseOrderAddresses(
    to.map(({ address }) => address),
    sendDomain,
  )

/** A mail of ours that came back: the customer's address of one order is the address of another. */
export const isOwnMail = ({ from }: InboundMail, sendDomain: string): boolean =>
  from.address.includes('@') && domainOf(from.address) === sendDomain.toLowerCase()
