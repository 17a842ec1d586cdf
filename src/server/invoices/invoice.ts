import type { OrderType } from '#contract/rules/order-fields.ts'

/** What an invoice says, kept with its number: whatever changes later, a resend says the same. */
export interface InvoiceFacts {
  orderId: number
  /** Instants are ISO texts. */
  orderedAt: string
  orderType: OrderType
  customerName: string
  email: string
  amount: string
  currency: string
  transactionId: string | null
  landingDomain: string
  seller: { name: string; email: string; phone: string; address: string }
}

export interface Invoice {
  number: string
  issuedAt: string
  facts: InvoiceFacts
}

/** `2026-000123`: numbered by year (product §7). */
export const invoiceNumber = (year: number, number: number): string =>
  `${year}-${String(number).padStart(6, '0')}`

const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** `USD 1,049.00` */
export const money = ({ amount, currency }: Pick<InvoiceFacts, 'amount' | 'currency'>): string =>
  `${currency} ${twoDecimals.format(Number(amount))}`
