import type { Status } from '#contract/rules/statuses.ts'
import { explainStatus } from '#server/orders/current-status.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import { countDocuments, selectLastDocumentEvent } from './documents.queries.ts'

/** The state that the page showed before an upload. */
export interface ExpectedState {
  status?: Status | undefined
  /** The number of valid documents. */
  documents?: number | undefined
}

/** A sentence that explains the difference; null if the locked order is as expected (product §12). */
export async function explainUnexpectedState(
  tx: Tx,
  order: OrderRow,
  { status, documents }: ExpectedState,
): Promise<string | null> {
  const { order_id: orderId } = order
  if (documents !== undefined) {
    const count = await countDocuments(tx, orderId)
    if (count !== documents) {
      const event = await selectLastDocumentEvent(tx, orderId)
      const verb = count > documents ? 'uploaded' : 'withdrew'
      return `${event?.by ?? 'Somebody'} ${verb} a document of order ${orderId} meanwhile.`
    }
  }
  if (status !== undefined && order.process_status !== status)
    return `Order ${orderId} ${await explainStatus(tx, orderId)}.`
  return null
}

/** 409 with the explanation if the locked order is not as expected. */
export async function requireExpectedState(tx: Tx, order: OrderRow, expected: ExpectedState): Promise<void> {
  const explanation = await explainUnexpectedState(tx, order, expected)
  if (explanation !== null) refuse('conflict', explanation)
}
