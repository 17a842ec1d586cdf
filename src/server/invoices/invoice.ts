import * as z from 'zod/mini'
import { orderTypes } from '#contract/rules/order-type.ts'

/** The content of an invoice, stored with its number, so that a resend is unchanged. */
export const invoiceFacts = z.object({
  orderId: z.number(),
  /** Instants are ISO texts. */
  orderedAt: z.string(),
  orderType: z.enum(orderTypes),
  customerName: z.string(),
  email: z.string(),
  amount: z.string(),
  currency: z.string(),
  transactionId: z.nullable(z.string()),
  landingDomain: z.string(),
  /** Absent if not captured. */
  customerAddress: z.optional(z.string()),
  paidAt: z.optional(z.string()),
  /** `Visa ending in 4242`. */
  paidBy: z.optional(z.string()),
  seller: z.object({
    name: z.string(),
    email: z.string(),
    phone: z.string(),
    address: z.string(),
    registeredName: z.optional(z.string()),
    taxNumber: z.optional(z.string()),
    taxLabel: z.optional(z.string()),
  }),
})
export type InvoiceFacts = z.infer<typeof invoiceFacts>

export const invoice = z.object({
  number: z.string(),
  issuedAt: z.string(),
  facts: invoiceFacts,
})
export type Invoice = z.infer<typeof invoice>

/** `2026-000123`: numbered by year (product §7). */
export const invoiceNumber = (year: number, number: number): string =>
  `${year}-${String(number).padStart(6, '0')}`

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `USD 1,049.00` */
export const formatMoney = ({ amount, currency }: Pick<InvoiceFacts, 'amount' | 'currency'>): string =>
  `${currency} ${twoDecimals.format(Number(amount))}`
