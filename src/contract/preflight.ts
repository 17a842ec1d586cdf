import * as z from 'zod/mini'
import { orderId, requiredText, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { severities } from './rules/preflight/check.ts'

const finding = z.object({
  /** The check that found it. */
  code: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  /** A sentence or two, with the order's values. */
  message: z.string(),
  /** Where it can be corrected: keys as a correction has them; within lists paths, as `familyMember.0.family_relationship`. */
  fields: z.array(z.string()),
  /** Other orders that it is about. */
  orders: z.array(z.number()),
  /** A member said that it is right as it is, and nothing of it was corrected since. */
  settled: z.boolean(),
})
export type OrderFinding = z.infer<typeof finding>

/** What looks wrong in an order, what stops it first. */
export const preflightReport = z.object({
  /** Of how many checks. */
  checks: z.number(),
  findings: z.array(finding),
})
export type PreflightReport = z.infer<typeof preflightReport>

export const settleFinding = endpoint({
  method: 'PUT',
  path: '/admin/settle-finding',
  summary: 'Say of what a check found that it is right as it is, or that it is not after all',
  allow: 'workOrders',
  body: z.strictObject({
    orderId,
    check: requiredText('Check is missing.', textLimits.line),
    settled: z._default(z.boolean(), true),
  }),
})
