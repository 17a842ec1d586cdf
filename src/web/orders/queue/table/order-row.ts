import type { OrderRow } from '#contract/orders.ts'
import { orMissingText } from '#contract/rules/missing-text.ts'
import { statusesCompletedByUpload } from '#contract/rules/statuses.ts'

/** One of the two prefixes is set; arrival comes first (product §2). */
export const fileName = (row: OrderRow) => row.arrival_full_name ?? row.departure_full_name

export const emailOf = (row: OrderRow) => row.arrival_email ?? row.departure_contact_email_address

/** As given in rows that were stored before numbers were read. */
export function telephoneOf(row: OrderRow): string {
  const number = row.arrival_phone_number ?? row.departure_phone_number_1
  const code = row.arrival_phone_code?.replace(/^\+?(?=\d+$)/, '+')
  return row.telephone ?? orMissingText(number && [code, number].filter(Boolean).join(' '))
}

/** The document is not approved yet, so urgency matters. */
export const isOpen = (row: OrderRow) => statusesCompletedByUpload.includes(row.process_status)
