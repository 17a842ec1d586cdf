import * as z from 'zod/mini'
import { pageQuery } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'

/** Actions recorded in the audit log; changes of an order are events of that order instead. */
const auditActions = [
  'member added',
  'member changed',
  'member removed',
  'gateway changed',
  'password changed',
  'password reset',
  'sessions ended',
  'second factor added',
  'second factor removed',
  'second factor reset',
  'recovery codes renewed',
  'second factor by role',
  'intake key made',
  'intake key revoked',
] as const
export type AuditAction = (typeof auditActions)[number]

const auditEvent = z.object({
  id: z.number(),
  at: z.string(),
  /** The member's current name, or the last one of a removed member; null for the command line. */
  by: z.nullable(z.string()),
  action: z.string(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEvent = z.infer<typeof auditEvent>

export const listAuditEvents = endpoint({
  method: 'GET',
  path: '/admin/audit',
  summary: 'Who changed the team, the gateway, a password or an intake key, newest first',
  allow: 'seeAudit',
  query: pageQuery,
  reply: z.object({ data: z.array(auditEvent), count: z.number() }),
})
