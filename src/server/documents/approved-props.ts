import * as z from 'zod/mini'
import { matchLanguage } from '#contract/rules/languages.ts'
import { saleDisclosure } from '#contract/visitor.ts'
import { travellerName, travellersOf, withoutDocument, type Traveller } from '#contract/rules/travellers.ts'
import { openCustomerData, type CustomerData } from '#server/orders/customer-data.ts'
import { getOrder } from '#server/orders/orders.ts'
import { emailKey } from '#contract/rules/email.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { mailLanguage } from '#server/platform/mail/define-mail.ts'
import type { Work } from '#server/platform/work.ts'
import { loadSaleDisclosure } from '#server/sites/disclosure.ts'
import { selectTravellersWithDocument } from './documents.queries.ts'

export const approvedProps = z.object({
  language: mailLanguage,
  orderId: z.number(),
  customerName: z.string(),
  /** The order's e-mail, which opens the order together with its id, for any recipient of the mail. */
  username: z.string(),
  /** Whether the recipient is the order's e-mail: the link fills it in (product §6). */
  fillsIn: z.optional(z.boolean()),
  landingDomain: z.string(),
  /** Travellers with a document, of an order of several. */
  travellers: z.optional(z.array(z.string())),
  /** Those of them whose document is still to come. */
  following: z.optional(z.array(z.string())),
  /** Only for the order's e-mail: what was shown and paid is the buyer's. */
  disclosure: z.optional(saleDisclosure),
})
export type ApprovedProps = z.infer<typeof approvedProps>

type ContentOfOrder = Pick<ApprovedProps, 'travellers' | 'following' | 'disclosure'>

/** The travellers of an order of several by whether they have a document: the mail names them (product §12). */
async function travellersToMail(
  { tx }: Pick<Work, 'tx'>,
  order: OrderRow,
  { fields, familyMember }: CustomerData,
): Promise<ContentOfOrder> {
  if (familyMember.length === 0) return {}
  const travellers = travellersOf({ ...fields, familyMember })
  const missing = withoutDocument(travellers, await selectTravellersWithDocument(tx, order.order_id))
  const namesOf = (some: readonly Traveller[]) =>
    some.map(({ travellerIndex }) => travellerName(travellers, travellerIndex) ?? '')
  return {
    travellers: namesOf(travellers.filter((traveller) => !missing.includes(traveller))),
    following: namesOf(missing),
  }
}

const isSameAddress = (one: string, other: string) => emailKey(one) === emailKey(other)

type OrderToMail = Pick<OrderRow, 'order_id' | 'language' | 'full_name' | 'email' | 'landing_domain'>

export const approvedPropsOf = (
  order: OrderToMail,
  content: ContentOfOrder,
  recipient: string,
): ApprovedProps => ({
  language: matchLanguage(order.language) ?? undefined,
  orderId: order.order_id,
  customerName: order.full_name,
  username: order.email,
  fillsIn: isSameAddress(recipient, order.email),
  landingDomain: order.landing_domain,
  ...content,
})

export async function loadApprovedProps(
  work: Pick<Work, 'tx' | 'seal' | 'config'>,
  order: OrderRow,
  recipient: string,
): Promise<ApprovedProps> {
  const customer = openCustomerData(work, order)
  const language = matchLanguage(order.language) ?? 'en'
  const disclosure = isSameAddress(recipient, order.email)
    ? await loadSaleDisclosure(work, order, customer.payment, language)
    : null
  const travellers = await travellersToMail(work, order, customer)
  return approvedPropsOf(order, { ...travellers, ...(disclosure && { disclosure }) }, recipient)
}

/** Renews the content of a mail that is about to leave. */
export const renewApprovedProps = async (
  work: Pick<Work, 'tx' | 'seal' | 'config'>,
  { order_id: orderId, recipient }: { order_id: number | null; recipient: string },
): Promise<ApprovedProps | null> =>
  orderId === null ? null : loadApprovedProps(work, await getOrder(work.tx, orderId), recipient)
