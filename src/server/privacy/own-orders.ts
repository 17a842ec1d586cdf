import { buyersColumnNames } from '#contract/rules/order-columns.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import { emailKey } from '#contract/rules/email.ts'
import type { AccessFile } from './access-file.ts'
import { isKept } from './requests.ts'
import type { OrderOfRequest } from './requests.queries.ts'

const same = (address: string | null, email: string) => emailKey(address ?? '') === emailKey(email)

type Addresses = Pick<OrderOfRequest, 'email' | 'traveller_email' | 'erased_at'>

/** An Admin may have recorded an order of another address, and an address may have been corrected since. */
export const ordersOfAddress = <O extends Addresses>(orders: readonly O[], email: string): O[] =>
  email.trim() === ''
    ? []
    : orders.filter(
        (order) => isKept(order) && (same(order.email, email) || same(order.traveller_email, email)),
      )

type OpenedOrder = AccessFile['orders'][number]

/** The order without the buyer's data, if another person bought it: payment and correspondence. */
function withoutBuyer(order: OpenedOrder, email: string): OpenedOrder {
  return {
    ...order,
    email: '',
    payment: {},
    ...recordOf(buyersColumnNames, () => null),
    refund: null,
    invoice: null,
    disputes: [],
    gateway_refunds: [],
    downloadHistory: [],
    remark: [],
    events: [],
    mails: order.mails.filter(({ to }) => same(to, email)),
    messages: order.messages.filter(({ from, to }) => same(from, email) || same(to, email)),
  }
}

/** Of orders bought by others only the traveller's data stays. */
export const fileOfAddress = (file: AccessFile, email: string): AccessFile => ({
  ...file,
  orders: file.orders.map((order) => (same(order.email, email) ? order : withoutBuyer(order, email))),
})
