import { viewOrderPath } from '#contract/rules/staff-addresses.ts'

/** A toast's link to the order that it tells of. */
export const orderLink = (orderId: number) => ({ label: `Order ${orderId}`, href: viewOrderPath(orderId) })
