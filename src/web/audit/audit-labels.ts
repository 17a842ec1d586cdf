import * as z from 'zod/mini'
import type { AuditEvent } from '#contract/audit.ts'

const fieldChange = z.object({
  field: z.optional(z.unknown()),
  from: z.optional(z.unknown()),
  to: z.optional(z.unknown()),
})

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** `name: Ayu → Ayu Lestari`; for a password only that it is new. */
const changeText = ({ field, from, to }: z.infer<typeof fieldChange>) =>
  to === undefined ? `new ${toText(field)}` : `${toText(field)}: ${toText(from)} → ${toText(to)}`

const changesText = (changes: unknown) =>
  (z.safeParse(z.array(fieldChange), changes).data ?? []).map(changeText).join(', ')

/** What the action changed, in one line. */
export function auditSummary({ details }: Pick<AuditEvent, 'details'>): string {
  const { name, type, from, to, changes, released, ended } = details
  const change = to === undefined ? '' : `${toText(from)} → ${toText(to)}`
  const orders = typeof released === 'number' && released > 0 ? `${released} orders released` : ''
  const sessions = typeof ended === 'number' ? `${ended} ${ended === 1 ? 'session' : 'sessions'}` : ''
  return [toText(name), toText(type), change, changesText(changes), orders, sessions]
    .filter(Boolean)
    .join(', ')
}

/** `Member added` */
export const actionLabel = ({ action }: Pick<AuditEvent, 'action'>): string =>
  action.charAt(0).toUpperCase() + action.slice(1)
