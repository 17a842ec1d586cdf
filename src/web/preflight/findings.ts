import type { OrderDetails } from '#contract/order-details.ts'
import type { OrderFinding } from '#contract/preflight.ts'
import type { Severity } from '#contract/rules/preflight/check.ts'

type Checked = Pick<OrderDetails, 'preflight'>

export const openFindings = ({ preflight }: Checked): OrderFinding[] =>
  preflight?.findings.filter(({ settled }) => !settled) ?? []

export const settledFindings = ({ preflight }: Checked): OrderFinding[] =>
  preflight?.findings.filter(({ settled }) => settled) ?? []

/** Finds another open order with the same traveller on the same day. */
const duplicateCheck = 'passport-other-order'

export const duplicateFinding = (order: Checked): OrderFinding | undefined =>
  openFindings(order).find(({ code }) => code === duplicateCheck)

const isIn = (field: string, key: string) => field === key || field.startsWith(`${key}.`)

const tones = { stop: 'red', warn: 'amber' } as const satisfies Record<Severity, string>

/** Colour of fields by the open findings about them or their subfields; red wins. */
export function toneOf(order: Checked, ...keys: string[]): 'red' | 'amber' | undefined {
  const about = openFindings(order).filter(({ fields }) =>
    fields.some((field) => keys.some((key) => isIn(field, key))),
  )
  const [first] = about.toSorted((a, b) => Number(b.severity === 'stop') - Number(a.severity === 'stop'))
  return first && tones[first.severity]
}
