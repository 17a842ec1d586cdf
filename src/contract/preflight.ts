import * as z from 'zod/mini'
import { orderId, requiredText, textLimits } from './common-schemas.ts'
import { endpoint } from './endpoint.ts'
import { severities } from './rules/preflight/check.ts'

const finding = z.object({
  code: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  /** A sentence or two, with the order's values. */
  message: z.string(),
  /** Keys of a correction; within lists paths, such as `familyMember.0.family_relationship`. */
  fields: z.array(z.string()),
  orders: z.array(z.number()),
  /** A member confirmed the value, and it was not corrected since. */
  settled: z.boolean(),
})
export type OrderFinding = z.infer<typeof finding>

/** Findings of an order; those that stop it come first. */
export const preflightReport = z.object({
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
