import { addressChecks } from './address.ts'
import { birthChecks } from './birth.ts'
import type { Check, Finding } from './check.ts'
import { checkedOrder, type PreflightInput } from './checked-order.ts'
import { contactChecks } from './contact.ts'
import { countryChecks } from './countries.ts'
import { goodsLimitChecks } from './goods-limits.ts'
import { goodsChecks } from './goods.ts'
import { lengthChecks } from './lengths.ts'
import { nameChecks } from './names.ts'
import { passportChecks } from './passport.ts'
import { paymentChecks } from './payment.ts'
import { travelChecks } from './travel.ts'

/** Every check, in the order of the case file. */
export const checks: readonly Check[] = [
  ...lengthChecks,
  ...nameChecks,
  ...passportChecks,
  ...birthChecks,
  ...countryChecks,
  ...contactChecks,
  ...travelChecks,
  ...addressChecks,
  ...goodsLimitChecks,
  ...goodsChecks,
  ...paymentChecks,
]

/** What looks wrong in an order, what stops it first (product §12, Preflight). It refuses nothing. */
export function preflight(input: PreflightInput): Finding[] {
  const order = checkedOrder(input)
  const found = checks.flatMap(({ find, code, severity, title }): Finding[] => {
    const result = find(order)
    if (!result) return []
    const { fields, message, orders = [] } = result
    return [{ code, severity, title, fields: [...fields], message, orders: [...orders] }]
  })
  return [
    ...found.filter(({ severity }) => severity === 'stop'),
    ...found.filter(({ severity }) => severity === 'warn'),
  ]
}
