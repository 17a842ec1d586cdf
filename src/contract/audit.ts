import * as z from 'zod/mini'
import { nullableText, rowId, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { exportFormat } from './export.ts'
import { auditGroups, type AuditGroup } from './rules/audit-actions.ts'
import { isIsoDate } from './rules/dates.ts'
import { keysOf } from './rules/typed-keys.ts'

const auditEvent = z.object({
  id: z.number(),
  /** Number in the chain; null for the few seconds until the entry is chained. */
  seq: z.nullable(z.number()),
  at: z.string(),
  /** The actor's name on that day: a member, or `Customer`, `unknown`, `Command line` and the like. */
  by: z.string(),
  role: nullableText,
  action: z.string(),
  order_id: z.nullable(z.number()),
  session_id: nullableText,
  details: z.record(z.string(), z.unknown()),
})
export type AuditEvent = z.infer<typeof auditEvent>

const day = z.optional(
  z.string().check(z.maxLength(textLimits.line), z.refine(isIsoDate, 'The date is not valid.')),
)
const groupNames = keysOf(auditGroups)
const isGroupList = (text: string) => text.split(',').every((name) => groupNames.some((it) => it === name))

/** Criteria of the audit list; days in EST. */
const auditFilters = {
  from: day,
  to: day,
  memberId: z.optional(rowId),
  /** Groups of actions, separated by commas. */
  groups: z.optional(
    z.string().check(z.maxLength(textLimits.line), z.refine(isGroupList, 'There is no such group.')),
  ),
  /** An order id, or a part of a member's name. */
  search: z.optional(z.string().check(z.maxLength(textLimits.line))),
  order: z.optional(z.enum(['asc', 'desc'])),
}
export interface AuditFilters {
  from?: string | undefined
  to?: string | undefined
  memberId?: number | undefined
  groups?: string | undefined
  search?: string | undefined
  order?: 'asc' | 'desc' | undefined
}

export const parseAuditGroups = (text: string | undefined): AuditGroup[] =>
  groupNames.filter((name) => text?.split(',').includes(name))

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'Who signed in, was refused, viewed, searched, opened, exported and changed what, newest first',
  allow: 'seeAudit',
  query: z.looseObject({
    ...auditFilters,
    /** Cursor: the page after, or before, the entry with this id. */
    after: z.optional(rowId),
    before: z.optional(rowId),
    /** Page number from 1, used without a cursor. */
    page: z.optional(rowId),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  }),
  reply: z.object({
    data: z.array(auditEvent),
    /** Exact up to 1,000 for a filtered list; beyond, `more`. */
    count: z.number(),
    more: z.boolean(),
    hasNext: z.boolean(),
    hasPrevious: z.boolean(),
    members: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
})

export const readAuditEvent = endpoint({
  method: 'GET',
  path: '/admin/audit/:id',
  summary: 'What else is known of an entry of the audit',
  allow: 'seeAudit',
  params: z.object({ id: rowId }),
  reply: z.object({
    data: z.object({
      browser: z.string(),
      os: z.string(),
      ip: nullableText,
      /** The previous entry of the same session. */
      previous: z.nullable(auditEvent),
      link: z.nullable(z.object({ hash: z.string(), previous: z.string() })),
    }),
  }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/admin/export-audit',
  summary: 'The audit as CSV or XLSX, with the filters of the list',
  allow: 'seeAudit',
  query: z.looseObject({ ...auditFilters, format: exportFormat }),
  kind: 'table',
  cookie: true,
})

const head = z.object({ seq: z.number(), hash: z.string(), at: z.string() })
const chainState = z.object({
  /** The newest entry of the chain; null if the chain is empty. */
  head: z.nullable(head),
  /** The last link that this server has verified since its start. */
  verified: z.nullable(head),
  isRunning: z.boolean(),
  faults: z.array(z.string()),
  faultCount: z.number(),
})
export type ChainState = z.infer<typeof chainState>

export const readAuditChain = endpoint({
  method: 'GET',
  path: '/admin/audit-chain',
  summary: 'The head of the chain of the audit, and how far it is verified',
  allow: 'seeAudit',
  reply: z.object({ data: chainState }),
})

export const verifyAudit = endpoint({
  method: 'POST',
  path: '/admin/verify-audit',
  summary: 'Verify the chain of the audit, from where it was verified last or from its beginning',
  allow: 'seeAudit',
  body: z.object({ fromStart: z.optional(z.boolean()) }),
  reply: z.object({ data: chainState }),
})
