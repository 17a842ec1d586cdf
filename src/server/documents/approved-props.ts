import * as z from 'zod/mini'
import { matchLanguage } from '#contract/rules/languages.ts'
import { travellerName, travellersOf, withoutDocument, type Traveller } from '#contract/rules/travellers.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder } from '#server/orders/orders.ts'
import { emailKey } from '#contract/rules/email.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { mailLanguage } from '#server/platform/mail/define-mail.ts'
import type { Work } from '#server/platform/work.ts'
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
})
export type ApprovedProps = z.infer<typeof approvedProps>

type NamedTravellers = Pick<ApprovedProps, 'travellers' | 'following'>

/** The travellers of an order of several by whether they have a document: the mail names them (product §12). */
async function travellersToMail(
  { tx, seal }: Pick<Work, 'tx' | 'seal'>,
  order: OrderRow,
): Promise<NamedTravellers> {
  const { fields, familyMember } = openCustomerData({ seal }, order)
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
  named: NamedTravellers,
  recipient: string,
): ApprovedProps => ({
  language: matchLanguage(order.language) ?? undefined,
  orderId: order.order_id,
  customerName: order.full_name,
  username: order.email,
  fillsIn: isSameAddress(recipient, order.email),
  landingDomain: order.landing_domain,
  ...named,
})

export const loadApprovedProps = async (
  work: Pick<Work, 'tx' | 'seal'>,
  order: OrderRow,
  recipient: string,
): Promise<ApprovedProps> => approvedPropsOf(order, await travellersToMail(work, order), recipient)

/** Renews the content of a mail that is about to leave. */
export const renewApprovedProps = async (
  work: Pick<Work, 'tx' | 'seal'>,
  { order_id: orderId, recipient }: { order_id: number | null; recipient: string },
): Promise<ApprovedProps | null> =>
  orderId === null ? null : loadApprovedProps(work, await getOrder(work.tx, orderId), recipient)
