import type { OrderRow } from '#contract/orders.ts'
import { displayTelephone } from '#contract/rules/telephone.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'

/** One of the two prefixes is set; arrival comes first (product §2). */
export const fileName = (row: OrderRow) => row.arrival_full_name ?? row.departure_full_name

export const emailOf = (row: OrderRow) => row.arrival_email ?? row.departure_contact_email_address

export const telephoneOf = (row: OrderRow) =>
  row.telephone ??
  displayTelephone(row.arrival_phone_code, row.arrival_phone_number ?? row.departure_phone_number_1)

/** The document is not approved yet, so urgency matters. */
export const isOpen = (row: OrderRow) => statusesCompletedByUpload.includes(row.process_status)
