import { sql } from 'kysely'
import { incomingMailActor, type EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '../db/database.ts'

const received = 'reply received' satisfies EventAction
/** What stands for an address in the words of a provider; newer versions leave addresses out as they write them. */
const address = '[^[:space:]<>,;:"()]+@[^[:space:]<>,;:"()]+'

/** Takes addresses out of columns that are not sealed and had some in older versions. */
export async function removeFormerAddresses(tx: Tx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`
    update order_events set actor = ${incomingMailActor}
    where action = ${received} and actor like '%@%'
  `.execute(tx)
  await sql`
    update mails set error = regexp_replace(error, ${address}, '[e-mail]', 'g')
    where error like '%@%'
  `.execute(tx)
  await sql`
    update mail_reports set detail = regexp_replace(detail, ${address}, '[e-mail]', 'g')
    where detail like '%@%'
  `.execute(tx)
}
