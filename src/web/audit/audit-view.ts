import type { AuditFilters } from '#contract/audit.ts'
import { auditGroups, type AuditGroup } from '#contract/rules/audit-actions.ts'
import { keysOf } from '#contract/rules/typed-keys.ts'
import { parseRange, type ReportRange } from '#web/reports/report-range.ts'

/** The state of the audit page in its URL. */
export interface AuditView extends ReportRange {
  memberId: number | null
  groups: readonly AuditGroup[]
  search: string
  order: 'asc' | 'desc'
  page: number
  /** The page starts after or ends before the entry with this id; null if the page number alone decides. */
  start: { after: number } | { before: number } | null
}

const parseId = (text: string | null) => (text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null)

function parseStart(params: URLSearchParams): AuditView['start'] {
  const [after, before] = [parseId(params.get('after')), parseId(params.get('before'))]
  if (after !== null) return { after }
  return before === null ? null : { before }
}

/** Parses the query string; missing or invalid parameters get their defaults. */
export function parseAuditView(search: string): AuditView {
  const params = new URLSearchParams(search)
  const groups = new Set(params.get('groups')?.split(','))
  return {
    ...parseRange(search),
    memberId: parseId(params.get('memberId')),
    groups: keysOf(auditGroups).filter((group) => groups.has(group)),
    search: params.get('search') ?? '',
    order: params.get('order') === 'asc' ? 'asc' : 'desc',
    page: parseId(params.get('page')) ?? 1,
    start: parseStart(params),
  }
}

export function formatAuditView({
  fromDate,
  toDate,
  memberId,
  groups,
  search,
  order,
  page,
  start,
}: AuditView): string {
  const entries = Object.entries({
    fromDate,
    toDate,
    memberId: memberId ?? '',
    groups: groups.join(','),
    search,
    order: order === 'desc' ? '' : order,
    page: page === 1 ? '' : page,
    ...start,
  })
  const params = new URLSearchParams(
    entries.filter(([, value]) => value !== '').map(([name, value]) => [name, String(value)]),
  )
  return params.size > 0 ? `?${params}` : ''
}

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

/** Filters beside the search; a period counts as one. */
export const countFilters = ({ fromDate, toDate, memberId, groups }: AuditView): number =>
  (fromDate !== '' || toDate !== '' ? 1 : 0) + (memberId === null ? 0 : 1) + groups.length

export const isFiltered = (view: AuditView): boolean => view.search !== '' || countFilters(view) > 0
