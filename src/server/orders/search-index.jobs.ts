import { sql } from 'kysely'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { openCustomerData, type CustomerData } from './customer-data.ts'
import { indexedColumns, searchIndex, searchVersion } from './search-index.ts'

const indexJob = defineJob('index-orders', noPayload)
const ordersAtOnce = 200
/** A short job lets others run in between. */
const batches = 5

/** Runs at start, and after each job while orders of a lower search version are left. */
export const queueSearchIndex = ({ db, jobs }: Pick<Platform, 'db' | 'jobs'>): Promise<void> =>
  inTransaction(db, (tx) =>
    indexJob.queue({ jobs, tx }, {}, { startAfter: 1, retries: 3, timeoutSeconds: 120 }),
  )

export function searchIndexJobs(platform: Platform) {
  indexJob.handle(platform.jobs, async () => {
    for (let batch = 0; batch < batches; batch++)
      if (!(await inTransaction(platform.db, (tx) => indexOrders(tx, platform)))) return
    await queueSearchIndex(platform)
  })
}

/** Indexes some orders anew, as intake does; false if none is left. */
async function indexOrders(tx: Tx, { seal, log }: Pick<Platform, 'seal' | 'log'>): Promise<boolean> {
  const orders = await tx
    .selectFrom('orders')
    .select([...indexedColumns, 'sealed'])
    // Literals match the partial index.
    .where(sql<boolean>`search_version < ${sql.lit(searchVersion)} and erased_at is null`)
    .orderBy('order_id')
    .limit(ordersAtOnce)
    .forUpdate()
    .execute()
  for (const { sealed, ...order } of orders) {
    const customer = openOrLog({ seal, log }, { order_id: order.order_id, sealed })
    await tx
      .updateTable('orders')
      .set(searchIndex(order, customer, seal))
      .where('order_id', '=', order.order_id)
      .execute()
  }
  return orders.length > 0
}

/** Data that do not open leave the applicant, whose columns are readable. */
function openOrLog(
  { seal, log }: Pick<Platform, 'seal' | 'log'>,
  order: { order_id: number; sealed: Buffer },
): Pick<CustomerData, 'familyMember'> {
  try {
    return openCustomerData({ seal }, order)
  } catch (error) {
    log.error({ err: error, orderId: order.order_id }, 'an order was indexed without its further travellers')
    return { familyMember: [] }
  }
}
