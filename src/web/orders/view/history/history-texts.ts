import type { OrderDetails } from '#contract/order-details.ts'
import { remarkFlags } from '#contract/rules/remark-flags.ts'

export const joinFilled = (separator: string, ...parts: string[]): string =>
  parts.filter((part) => part.trim() !== '').join(separator)

export const remarkTags = (remark: OrderDetails['remark'][number]): string[] =>
  remarkFlags.filter(({ shown }) => remark[shown] === 'Y').map(({ label }) => label)
