import { sql, type Selectable } from 'kysely'
import { estDate, wireInstant } from '#contract/rules/dates.ts'
import { matchLanguage } from '#contract/rules/languages.ts'
import { orderType } from '#contract/rules/order-type.ts'
import type { Site } from '#contract/sites.ts'
import * as contract from '#contract/invoices.ts'
import { recordEvent } from '#server/orders/events.ts'
import { openCustomerData } from '#server/orders/customer-data.ts'
import { getOrder, type OrderRecord } from '#server/orders/orders.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { singleLine } from '#server/platform/single-line.ts'
import type { Work } from '#server/platform/work.ts'
import { siteFor } from '#server/sites/sites.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { invoiceMail } from './invoice.email.ts'
import { invoiceFacts, invoiceNumber, type Invoice, type InvoiceFacts } from './invoice.ts'

const openInvoice = ({ seal }: Work, row: InvoiceRow): Invoice => ({
  number: invoiceNumber(row.year, row.number),
  issuedAt: wireInstant(row.issued_at),
  facts: seal.open(invoiceFacts, 'invoice_numbers.sealed_facts', row.order_id, row.sealed_facts),
})

/** Limits a name or an address line to what fits the page. */
const toInvoiceLine = (text: string) => singleLine(text).replace(/^(.{299})..+$/u, '$1…')

function paymentFacts(payment: Record<string, string>): Partial<InvoiceFacts> {
  const { billing_address: address, paid_at: paidAt, card_brand: brand, card_last4: last4 } = payment
  const card = [brand, last4 && `ending in ${last4}`].filter(Boolean).join(' ')
  return {
    ...(address?.trim() && { customerAddress: toInvoiceLine(address) }),
    ...(paidAt && { paidAt }),
    ...(card && { paidBy: toInvoiceLine(card) }),
  }
}

const sellerFacts = ({ name, address, taxNumber, taxLabel }: Site['seller'] = {}) => ({
  ...(name && { registeredName: name }),
  ...(address && { address }),
  ...(taxNumber && { taxNumber, taxLabel: taxLabel ?? 'Tax number' }),
})

function createInvoiceFacts(work: Work, order: OrderRecord): InvoiceFacts {
  const { config } = work
  const { amount, currency } = order
  if (!amount || !currency) return refuse('invalid', 'Order has no amount.')
  const { name, contact, seller } = siteFor(config, order.landing_domain)
  const { payment } = openCustomerData(work, order)
  return {
    orderId: order.order_id,
    orderedAt: wireInstant(order.created_at),
    orderType: orderType(order.landing_domain),
    customerName: toInvoiceLine(order.full_name),
    email: toInvoiceLine(order.email),
    amount,
    currency,
    transactionId: order.transaction_id && toInvoiceLine(order.transaction_id),
    landingDomain: order.landing_domain,
    ...paymentFacts(payment),
    seller: { ...contact, ...sellerFacts(seller), name },
  }
}

/** Concurrent calls get the same invoice; `isNew` if this call issued it. */
async function findOrIssueInvoice(
  work: Work,
  order: OrderRecord,
): Promise<{ invoice: Invoice; isNew: boolean }> {
  const { tx, now, seal } = work
  const existing = await selectInvoice(tx, order.order_id)
  if (existing) return { invoice: openInvoice(work, existing), isNew: false }
  const facts = createInvoiceFacts(work, order)
  // Serialises numbering, so that a rollback leaves no gap.
  await lockByName(tx, 'invoice numbers')
  const issuedMeanwhile = await selectInvoice(tx, order.order_id)
  if (issuedMeanwhile) return { invoice: openInvoice(work, issuedMeanwhile), isNew: false }
  const year = Number(estDate(now).slice(0, 4))
  const issued = await insertInvoice(tx, {
    year,
    orderId: order.order_id,
    issuedAt: now,
    sealedFacts: seal.seal('invoice_numbers.sealed_facts', order.order_id, facts),
  })
  return { invoice: openInvoice(work, issued), isNew: true }
}

/**
 * Mails the order's invoice to its e-mail. The first call assigns its number, which never changes (product §7). 404 for
 * an unknown order, 400 for one without an amount.
 */
export async function sendInvoice(
  work: Work,
  orderId: number,
): Promise<{ invoice_number: string; email: string }> {
  const order = await getOrder(work.tx, orderId)
  const { invoice, isNew } = await findOrIssueInvoice(work, order)
  const eventId = await recordEvent(work, {
    orderId,
    action: isNew ? 'invoice queued' : 'invoice queued again',
    details: { number: invoice.number, to: order.email },
  })
  const props = { ...invoice, language: matchLanguage(order.language) ?? undefined }
  await queueMail(work, invoiceMail, props, {
    orderId,
    recipient: order.email,
    isResend: !isNew,
    eventId,
  })
  return { invoice_number: invoice.number, email: order.email }
}

export const invoiceCalls = implement(contract, {
  sendInvoice: write(async (work, { body }) => {
    const data = await sendInvoice(work, body.orderId)
    const state = keepsMails(work.config) ? 'is kept here, not sent' : 'is on its way'
    return { message: `Invoice ${data.invoice_number} ${state} to ${data.email}.`, data }
  }),
})

type InvoiceRow = Selectable<Tables['invoice_numbers']>

const selectInvoice = (tx: Tx, orderId: number): Promise<InvoiceRow | undefined> =>
  tx.selectFrom('invoice_numbers').selectAll().where('order_id', '=', orderId).executeTakeFirst()

interface NewInvoice {
  year: number
  orderId: number
  issuedAt: Date
  sealedFacts: Buffer
}

const insertInvoice = (tx: Tx, { year, orderId, issuedAt, sealedFacts }: NewInvoice): Promise<InvoiceRow> =>
  tx
    .insertInto('invoice_numbers')
    .values(({ selectFrom, fn }) => ({
      year,
      number: selectFrom('invoice_numbers')
        .select(sql<number>`${fn.coalesce(fn.max('number'), sql.lit(0))} + 1`.as('next'))
        .where('year', '=', year),
      order_id: orderId,
      issued_at: issuedAt,
      sealed_facts: sealedFacts,
    }))
    .returningAll()
    .executeTakeFirstOrThrow()
