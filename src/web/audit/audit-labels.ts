import type { AuditEvent } from '#contract/audit.ts'

interface FieldChange {
  field?: unknown
  from?: unknown
  to?: unknown
}

const toText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** `name: Ayu → Ayu Lestari`; for a password only that it is new. */
const changeText = ({ field, from, to }: FieldChange) =>
  to === undefined ? `new ${toText(field)}` : `${toText(field)}: ${toText(from)} → ${toText(to)}`

const changesText = (changes: unknown) =>
  Array.isArray(changes) ? (changes as FieldChange[]).map(changeText).join(', ') : ''

/** What the action changed, in one line. */
export function auditSummary({ details }: Pick<AuditEvent, 'details'>): string {
  const { name, type, from, to, changes, released } = details
  const change = to === undefined ? '' : `${toText(from)} → ${toText(to)}`
  const orders = typeof released === 'number' && released > 0 ? `${released} orders released` : ''
  return [toText(name), toText(type), change, changesText(changes), orders].filter(Boolean).join(', ')
}

/** `Member added` */
export const actionLabel = ({ action }: Pick<AuditEvent, 'action'>): string =>
  action.charAt(0).toUpperCase() + action.slice(1)
