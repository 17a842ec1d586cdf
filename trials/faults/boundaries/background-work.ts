import { sql } from 'kysely'
import { changeMatchingOrders } from '#contract/bulk-runs.ts'
import { uploadDocument } from '#contract/documents.ts'
import { eraseOrders } from '#contract/privacy.ts'
import { matchDocuments } from '#contract/proposals.ts'
import { askCustomer } from '#contract/questions.ts'
import type { Db } from '#server/platform/db/database.ts'
import { jobSchema } from '#server/platform/jobs/make-queues.ts'
import { createTestOrder } from '../../../test/support/orders.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { nameOf, sender, type UseCase } from './use-case.ts'
import { createUseCases } from './use-cases.ts'

/** Calls that leave work after their answer: a mail, a preview, an erasure, a file to be read. */
const names: ReadonlySet<string> = new Set([
  ...[uploadDocument, eraseOrders, matchDocuments, askCustomer].map(nameOf),
  'POST /hooks/sendgrid/inbound',
])

/** One order each, so that one run moves each. */
const moveOfOne = (app: TestApp): UseCase => ({
  name: nameOf(changeMatchingOrders),
  async prepare() {
    const filters = { order_id: String(await createTestOrder(app)) }
    const body = {
      orders: { folderName: 'allOrder', filters, expectedCount: 1 },
      action: { kind: 'move', updatingStatus: 'Awaiting' },
    }
    return sender(changeMatchingOrders, { body }, { token: await app.signInAs('Admin') })
  },
})

export const createBackgroundCalls = (app: TestApp): UseCase[] => [
  ...createUseCases(app).filter(({ name }) => names.has(name)),
  moveOfOne(app),
]

/** Rows that must not exist once all work is done, counted. */
const wrongAtTheEnd = {
  'jobs that failed': sql`from ${sql.table(`${jobSchema}.job`)} where state = 'failed'`,
  'changes of many orders that have not ended': sql`from bulk_runs where pass is not null or stop_reason is not null`,
  'orders that were not moved once': sql`
    from bulk_run_batches b cross join unnest(b.order_ids) as moved (id)
    where 1 <> (select count(*) from order_events e where e.order_id = moved.id and e.id = any(b.event_ids))
      or 'Awaiting' <> (select process_status from orders o where o.order_id = moved.id)`,
  'orders that were not erased': sql`
    from erasures e join orders o using (order_id) where e.done_at is null or o.erased_at is null`,
  'proposed documents that were not read': sql`from proposals where read_at is null`,
}

export async function verifyBackgroundWork(owner: Db): Promise<string[]> {
  const lines: string[] = []
  for (const [what, condition] of Object.entries(wrongAtTheEnd)) {
    const { rows } = await sql<{ n: number }>`select count(*) as n ${condition}`.execute(owner)
    const count = rows[0]?.n ?? 0
    if (count > 0) lines.push(`${count} ${what}`)
  }
  return lines
}
