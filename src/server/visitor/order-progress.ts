import { visitorSteps, type VisitorStage, type VisitorStep, type VisitorStepKey } from '#contract/visitor.ts'
import type { Status } from '#contract/rules/statuses.ts'

interface VisitorLabel {
  word: string
  stage: VisitorStage
}

/** The label and stage of each status for visitors; disputes and refunds are not revealed (product §6). */
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
} as const satisfies Record<Status, VisitorLabel>

/** What the visitor can see of the order's documents; pending ones wait for their mail (product §12). */
export type DocumentState = 'available' | 'pending' | 'withdrawn' | 'none'

const completedLabels: Record<DocumentState, VisitorLabel> = {
  available: visitorLabels.Completed,
  pending: visitorLabels['Customer Called'],
  withdrawn: { word: 'Being corrected', stage: 'correcting' },
  none: visitorLabels.Completed,
}

/** The label of an order; a completed one is approved only as far as its document is. */
export const visitorLabelOf = (status: Status, documents: DocumentState): VisitorLabel =>
  status === 'Completed' ? completedLabels[documents] : visitorLabels[status]

/** The current step of each stage; a closed order has none. */
const currentSteps: Record<VisitorStage, VisitorStepKey | null> = {
  received: 'preparing',
  preparing: 'preparing',
  answer: 'preparing',
  customs: 'customs',
  correcting: 'preparing',
  ready: 'ready',
  closed: null,
}

export type StepDates = Record<VisitorStepKey, string | null>

/** The progress steps of an order with their dates; of a closed order only the steps that were reached. */
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
