import type { EventAction } from './order-events.ts'

/** Events that leave an order in its lists and places; all others may move it. */
export const stayingActions = [
  'transaction saved',
  'remark added',
  'document uploaded',
  'document withdrawn',
  'document restored',
  'proposed document dismissed',
  'proposed document reopened',
  'document previewed',
  'downloaded',
  'mail queued again',
  'mail bounced',
  'mail marked as spam',
  'invoice queued',
  'invoice queued again',
  'answered',
  'defence pack made',
] as const satisfies readonly EventAction[]
