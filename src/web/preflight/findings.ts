import type { OrderDetails } from '#contract/order-details.ts'
import type { OrderFinding } from '#contract/preflight.ts'
import type { Severity } from '#contract/rules/preflight/check.ts'

type Checked = Pick<OrderDetails, 'preflight'>

/** What nobody has called right as it is. */
export const openFindings = ({ preflight }: Checked): OrderFinding[] =>
  preflight?.findings.filter(({ settled }) => !settled) ?? []

export const settledFindings = ({ preflight }: Checked): OrderFinding[] =>
  preflight?.findings.filter(({ settled }) => settled) ?? []

/** The check of whether another open order has a traveller of this one on the same day. */
const duplicateCheck = 'passport-other-order'

/** That the order is filed twice, as it seems; undefined where nothing says so, or a member called it right as it is. */
export const duplicateFinding = (order: Checked): OrderFinding | undefined =>
  openFindings(order).find(({ code }) => code === duplicateCheck)

const isIn = (field: string, key: string) => field === key || field.startsWith(`${key}.`)

const tones = { stop: 'red', warn: 'amber' } as const satisfies Record<Severity, string>

/** The colour of fields, by the open findings about them or anything within them; what stops goes first. */
export function toneOf(order: Checked, ...keys: string[]): 'red' | 'amber' | undefined {
  const about = openFindings(order).filter(({ fields }) =>
    fields.some((field) => keys.some((key) => isIn(field, key))),
  )
  const [first] = about.toSorted((a, b) => Number(b.severity === 'stop') - Number(a.severity === 'stop'))
  return first && tones[first.severity]
}
