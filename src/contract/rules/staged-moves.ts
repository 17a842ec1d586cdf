import type { MoveTarget } from './statuses.ts'

/** The statuses to which a comment, an answer or a template may move its order: every one but Deleted. */
export const stagedTargets = [
  'Awaiting',
  'AwaitingGovt',
  'Contact Customer',
  'Customer Called',
  'Completed',
  'Refunds',
  'ChargeBack',
] as const satisfies readonly MoveTarget[]
export type StagedTarget = (typeof stagedTargets)[number]
