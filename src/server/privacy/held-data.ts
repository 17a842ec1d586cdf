import type { PrivacyRequest } from '#contract/privacy.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import type { Work } from '#server/platform/work.ts'
import { selectHeldCounts, type HeldCounts } from './held-data.queries.ts'
import type { OrderOfRequest } from './requests.queries.ts'

const countFilled = (values: object): number =>
  Object.values(values).filter((value) => value !== '' && value !== null && value !== undefined).length

const countFields = ({ fields, familyMember, importingGoods }: CustomerData): number =>
  [fields, ...familyMember, ...importingGoods].reduce((sum, part) => sum + countFilled(part), 0)

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const plural = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

const linesOf = (
  orders: readonly OrderOfRequest[],
  data: readonly CustomerData[],
  held: HeldCounts,
): PrivacyRequest['held'] => [
  { what: 'Orders', count: orders.length, note: orders.map(({ order_id }) => order_id).join(', ') },
  {
    what: 'Personal fields',
    count: sum(data.map(countFields)),
    note: 'of the declarations, with family and goods',
  },
  {
    what: 'Documents and files',
    count: held.documents + held.message_files,
    note: `${held.documents} approved, ${held.message_files} sent by mail`,
  },
  {
    what: 'Mails and messages',
    count: held.mails + held.messages + held.requests,
    note: `${held.mails} out, ${held.messages} in, ${plural(held.requests, 'request')} on the order’s page`,
  },
  {
    what: 'Remarks and events',
    count: held.remarks + held.events,
    note: `by ${plural(held.members, 'member')}`,
  },
  {
    what: 'Payment evidence',
    count: data.filter(({ payment }) => countFilled(payment) > 0).length,
    note: 'last four, device, address of payment',
  },
  { what: 'Disputes', count: held.disputes, note: 'of payments, and refunds by the gateway' },
  { what: 'Downloads', count: held.downloads, note: 'times and devices, also of those only asked for' },
  { what: 'Seen in the audit', count: held.seen, note: `by ${plural(held.viewers, 'member')}` },
]

export async function countHeld(
  work: Work,
  orders: readonly OrderOfRequest[],
): Promise<PrivacyRequest['held']> {
  if (orders.length === 0) return []
  const held = await selectHeldCounts(
    work.tx,
    orders.map(({ order_id: orderId }) => orderId),
  )
  return linesOf(
    orders,
    orders.map((order) => openCustomerData(work, order)),
    held,
  )
}
