import type { AuditFilters } from '#contract/audit.ts'
import { auditGroups, type AuditGroup } from '#contract/rules/audit-actions.ts'
import { isIsoDate } from '#contract/rules/dates.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'

/** What of the audit is shown, as the address has it. */
export interface AuditView {
  fromDate: string
  toDate: string
  memberId: number | null
  groups: readonly AuditGroup[]
  search: string
  order: 'asc' | 'desc'
  /** The page after, or before, the entry with this id; null for the first. */
  start: { after: number } | { before: number } | null
}

const parseDay = (text: string | null) => (text !== null && isIsoDate(text) ? text : '')
const parseId = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

function parseStart(params: URLSearchParams): AuditView['start'] {
  const [after, before] = [parseId(params.get('after')), parseId(params.get('before'))]
  if (after !== null) return { after }
  return before === null ? null : { before }
}

/** Parses the query string; what is missing or not valid is as at first. */
export function parseAuditView(search: string): AuditView {
  const params = new URLSearchParams(search)
  const groups = new Set(params.get('groups')?.split(','))
  return {
    fromDate: parseDay(params.get('fromDate')),
    toDate: parseDay(params.get('toDate')),
    memberId: parseId(params.get('memberId')),
    groups: keysOf(auditGroups).filter((group) => groups.has(group)),
    search: params.get('search') ?? '',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    start: parseStart(params),
  }
}

/** The query string of a view, '' for the first page of everything. */
export function formatAuditView({
  fromDate,
  toDate,
  memberId,
  groups,
  search,
  order,
  start,
}: AuditView): string {
  const entries = Object.entries({
    fromDate,
    toDate,
    memberId: memberId ?? '',
    groups: groups.join(','),
    search,
    order: order === 'desc' ? '' : order,
    ...start,
  })
  const params = new URLSearchParams(
    entries.filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]),
  )
  return params.size > 0 ? `?${params}` : ''
}

/** The filters of a view as the server takes them. */
export const filtersOf = ({
  fromDate,
  toDate,
  memberId,
  groups,
  search,
  order,
}: AuditView): AuditFilters => ({
  ...(fromDate && { from: fromDate }),
  ...(toDate && { to: toDate }),
  ...(memberId !== null && { memberId }),
  ...(groups.length > 0 && { groups: groups.join(',') }),
  ...(search && { search }),
  order,
})

export const isFiltered = ({ fromDate, toDate, memberId, groups, search }: AuditView): boolean =>
  fromDate !== '' || toDate !== '' || memberId !== null || groups.length > 0 || search !== ''
