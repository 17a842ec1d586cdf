import { exportFormatLabels, type ExportFormat } from '#contract/rules/export-formats.ts'
import { parseAuditGroups, type AuditEvent, type AuditFilters } from '#contract/audit.ts'
import * as contract from '#contract/audit.ts'
import type { AsOf } from '#contract/endpoint.ts'
import { actionsOfGroups } from '#contract/rules/audit-actions.ts'
import { estDayRange, wireInstant, estDate } from '#contract/rules/dates.ts'
import { isOrderId } from '#contract/rules/order-id.ts'
import { fold } from '#contract/rules/search-text.ts'
import type { Columns } from '#server/platform/spreadsheet/columns.ts'
import { startLongRead } from '#server/platform/db/long-reads.ts'
import { deviceOf } from '#server/platform/device.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { sendTable } from '#server/platform/http/send-table.ts'
import { bytes, implement, read } from '#server/platform/http/implement.ts'
import { recordExport } from './audit.ts'
import {
  countAllAudit,
  countAuditMatches,
  selectAuditEntry,
  selectAuditPage,
  selectEntryBefore,
  selectMemberNames,
  streamAudit,
  type AuditCriteria,
  type AuditRow,
} from './list.queries.ts'

/** The count of a filtered list is exact up to here. */
const exactCountLimit = 1000

interface Member {
  id: number
  name: string
}

/** The members that match the filters; null for all. */
function wantedMembers(members: readonly Member[], { memberId, search = '' }: AuditFilters): number[] | null {
  const text = fold(search.trim())
  const isName = text !== '' && !isOrderId(search.trim())
  if (!isName) return memberId === undefined ? null : [memberId]
  const named = members.filter(({ name }) => fold(name).includes(text)).map(({ id }) => id)
  return memberId === undefined ? named : named.filter((id) => id === memberId)
}

function createCriteria(filters: AuditFilters, members: readonly Member[]): AuditCriteria {
  const search = filters.search?.trim() ?? ''
  const groups = parseAuditGroups(filters.groups)
  const { from, to } = estDayRange(filters.from, filters.to)
  return {
    from,
    to,
    actions: groups.length > 0 ? actionsOfGroups(groups) : null,
    memberIds: wantedMembers(members, filters),
    orderId: isOrderId(search) ? Number(search) : null,
    order: filters.order ?? 'desc',
  }
}

const isUnfiltered = ({ from, to, actions, memberIds, orderId }: AuditCriteria) =>
  [from, to, actions, memberIds, orderId].every((it) => it === null)

const toAuditEvent = ({ at, details, ...row }: AuditRow): AuditEvent => ({
  ...row,
  at: wireInstant(at),
  details: { ...details },
})

async function countAudit({ tx }: Work, criteria: AuditCriteria) {
  if (isUnfiltered(criteria)) return { count: await countAllAudit(tx, exactCountLimit), more: false }
  const count = await countAuditMatches(tx, criteria, exactCountLimit + 1)
  return { count: Math.min(count, exactCountLimit), more: count > exactCountLimit }
}

/** Reads a numbered page from the nearer end of the list if the list's length is known. */
function numberedPage({
  page,
  limit,
  count,
  more,
}: {
  page: number
  limit: number
  count: number
  more: boolean
}) {
  const skip = (page - 1) * limit
  const rest = count - skip
  if (!more && rest <= 0) return { backwards: false, skip: 0, limit: 0 }
  if (more || rest > skip) return { backwards: false, skip, limit: limit + 1 }
  return { backwards: true, skip: Math.max(rest - limit, 0), limit: Math.min(rest, limit) }
}

const exportColumns: Columns<AuditRow> = [
  { header: 'number', kind: 'number', value: ({ seq }) => seq },
  { header: 'at', kind: 'instant', value: ({ at }) => wireInstant(at) },
  { header: 'who', value: ({ by }) => by },
  { header: 'role', value: ({ role }) => role },
  { header: 'action', value: ({ action }) => action },
  { header: 'order_id', value: ({ order_id }) => order_id },
  { header: 'details', value: ({ details }) => JSON.stringify(details) },
  { header: 'session', value: ({ session_id }) => session_id },
]

async function exportAudit(
  call: Call,
  filters: AuditFilters & { format: ExportFormat },
): Promise<{ rows: AsyncIterable<AuditRow>; asOf: AsOf | undefined }> {
  const { from, to, groups, order, format } = filters
  await recordExport(call, {
    what: 'Audit',
    from,
    to,
    groups,
    sort: order,
    as: exportFormatLabels[format],
  })
  const { tx, asOf, stream, end } = await startLongRead(call)
  try {
    return { rows: stream(streamAudit(tx, createCriteria(filters, await selectMemberNames(tx)))), asOf }
  } catch (error) {
    await end()
    throw error
  }
}

export const auditCalls = implement(contract, {
  listAuditEvents: read(async (work, { query: { after, before, page = 1, limit = 50, ...filters } }) => {
    const members = await selectMemberNames(work.tx)
    const criteria = createCriteria(filters, members)
    const counted = await countAudit(work, criteria)
    const beyond = after ?? before ?? null
    const range =
      beyond === null
        ? numberedPage({ page, limit, ...counted })
        : // One more than asked for says whether there is a further page.
          { backwards: after === undefined, skip: 0, limit: limit + 1 }
    const rows = await selectAuditPage(work.tx, criteria, { beyond, ...range })
    const hasMore = rows.length > limit
    const isBefore = beyond !== null && range.backwards
    return {
      ...counted,
      data: (isBefore && hasMore ? rows.slice(1) : rows.slice(0, limit)).map(toAuditEvent),
      hasNext: isBefore || hasMore || (range.backwards && range.skip > 0),
      hasPrevious: isBefore ? hasMore : after !== undefined || page > 1,
      members,
    }
  }),
  readAuditEvent: read(async ({ tx }, { params: { id } }) => {
    const entry = await selectAuditEntry(tx, id)
    if (!entry) return refuse('notFound', 'There is no such entry.')
    const { session_id: sessionId, ip, user_agent: userAgent, hash, previous } = entry
    const before = sessionId === null ? undefined : await selectEntryBefore(tx, sessionId, id)
    const data = {
      ...deviceOf(userAgent ?? ''),
      ip,
      previous: before ? toAuditEvent(before) : null,
      link: hash && previous ? { hash: hash.toString('hex'), previous: previous.toString('hex') } : null,
    }
    return { data }
  }),
  exportAudit: bytes(async (call, { query, reply }) =>
    sendTable(reply, {
      name: `audit-${estDate(call.now)}`,
      format: query.format,
      columns: exportColumns,
      ...(await exportAudit(call, query)),
    }),
  ),
})
