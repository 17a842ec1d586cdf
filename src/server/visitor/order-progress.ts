import { visitorSteps, type VisitorStage, type VisitorStep, type VisitorStepKey } from '#contract/visitor.ts'
import type { Status } from '#contract/rules/statuses.ts'

/** What a visitor reads of each status; nothing tells of a dispute or of money that goes back (product §6). */
export const visitorLabels = {
  New: { word: 'Order received', stage: 'received' },
  Awaiting: { word: 'Waiting for your answer', stage: 'answer' },
  AwaitingGovt: { word: 'With customs', stage: 'customs' },
  'Contact Customer': { word: 'Waiting for your answer', stage: 'answer' },
  'Customer Called': { word: 'Being prepared', stage: 'preparing' },
  Completed: { word: 'Approved', stage: 'ready' },
  Refunds: { word: 'Closed', stage: 'closed' },
  ChargeBack: { word: 'Closed', stage: 'closed' },
  Deleted: { word: 'Closed', stage: 'closed' },
} as const satisfies Record<Status, { word: string; stage: VisitorStage }>

/** The step that an order of a stage is at; a closed one is at none. */
const currentSteps: Record<VisitorStage, VisitorStepKey | null> = {
  received: 'preparing',
  preparing: 'preparing',
  answer: 'preparing',
  customs: 'customs',
  ready: 'ready',
  closed: null,
}

export type StepDates = Record<VisitorStepKey, string | null>

/** The way of an order with its days, as far as they are known; of a closed order only what was reached. */
export function progressSteps(stage: VisitorStage, dates: StepDates, hasDocument: boolean): VisitorStep[] {
  const isOver = hasDocument && (stage === 'ready' || stage === 'closed')
  if (isOver) return visitorSteps.map((key) => ({ key, state: 'done', at: dates[key] }))
  const now = currentSteps[stage]
  if (now === null)
    return visitorSteps.flatMap((key) => (dates[key] ? [{ key, state: 'done', at: dates[key] }] : []))
  const at = visitorSteps.indexOf(now)
  return visitorSteps.map((key, index) =>
    index > at
      ? { key, state: 'todo', at: null }
      : { key, state: index === at ? 'now' : 'done', at: dates[key] },
  )
}
