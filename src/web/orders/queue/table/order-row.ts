import type { OrderRow } from '#contract/orders.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'

/** One of the two prefixes is set; arrival comes first (product §2). */
export const fileName = (row: OrderRow) => row.arrival_full_name ?? row.departure_full_name

export const emailOf = (row: OrderRow) => row.arrival_email ?? row.departure_contact_email_address

/** As read, and as given in an order that was not read (product §16). */
export const telephoneOf = (row: OrderRow) =>
  row.telephone ??
  orMissingText(asGiven(row.arrival_phone_code, row.arrival_phone_number ?? row.departure_phone_number_1))

const asGiven = (code: string | null, number: string | null) =>
  number && code && !number.startsWith('+') ? `${code.replace(/^(?=\d)/, '+')} ${number}` : number

/** The document is not approved yet, so urgency matters. */
export const isOpen = (row: OrderRow) => statusesCompletedByUpload.includes(row.process_status)
