import type { AuditEvent } from '#contract/audit.ts'

interface FieldChange {
  field?: unknown
  from?: unknown
  to?: unknown
}

const text = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** `name: Ayu → Ayu Lestari`; for a password only that it is new. */
const changeText = ({ field, from, to }: FieldChange) =>
  to === undefined ? `new ${text(field)}` : `${text(field)}: ${text(from)} → ${text(to)}`

const changesText = (changes: unknown) =>
  Array.isArray(changes) ? (changes as FieldChange[]).map(changeText).join(', ') : ''

/** What the action changed, in one line. */
export function auditSummary({ details }: Pick<AuditEvent, 'details'>): string {
  const { name, type, from, to, changes, released } = details
  const switched = to === undefined ? '' : `${text(from)} → ${text(to)}`
  const orders = typeof released === 'number' && released > 0 ? `${released} orders released` : ''
  return [text(name), text(type), switched, changesText(changes), orders].filter(Boolean).join(', ')
}

/** `Member added` */
export const actionLabel = ({ action }: Pick<AuditEvent, 'action'>): string =>
  action.charAt(0).toUpperCase() + action.slice(1)
