import { sql } from 'kysely'
import type { FailedMail } from '#contract/rules/list-filters.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { countRows, type Page } from '#server/platform/db/page.ts'

/** As the index of problems has it. */
const isProblem = sql<boolean>`m.state in ('bounced', 'failed', 'unknown') and m.kind <> 'link'
  and m.order_id is not null and m.settled_at is null`

/** A newer mail of its order and kind has taken its place. */
const hasNewerMail = sql<boolean>`exists (select from mails n where n.order_id = m.order_id and n.kind = m.kind
  and n.state <> 'cancelled' and n.created_at > m.created_at)`

interface Shown {
  /** Mails since then. */
  since: Date
  seesRestricted: boolean
  states: readonly FailedMail[]
}

/** What waits for a member: the newest of its order and kind. */
const openProblems = (db: Db, { since, seesRestricted, states }: Shown) =>
  db
    .selectFrom('mails as m')
    .innerJoin('orders as o', 'o.order_id', 'm.order_id')
    .where(isProblem)
    .where('m.created_at', '>=', since)
    .where('m.state', 'in', states)
    .where(sql<boolean>`not ${hasNewerMail}`)
    .$if(!seesRestricted, (query) => query.where('o.restricted_at', 'is', null))

export const selectProblems = (tx: Tx, shown: Shown, { limit, offset }: Page) =>
  openProblems(tx, shown)
    .leftJoin('members as a', 'a.id', 'o.assignee_id')
    .select([
      'm.id',
      'm.kind',
      'm.state',
      'm.error',
      'm.provider',
      'm.recipient',
      'm.created_at',
      'm.state_at',
    ])
    .select(['o.order_id', 'o.email', 'o.full_name', 'o.process_status', 'a.name as assign_to'])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countProblems = (tx: Tx, shown: Shown) => countRows(tx, openProblems(tx, shown).select('m.id'))

export const countProblemStates = (db: Db, shown: Shown) =>
  openProblems(db, shown)
    .select(['m.state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('m.state')
    .$narrowType<{ state: FailedMail }>()
    .execute()

/** A mail of this order, locked, so that of two who settle it one does. */
export const lockMail = (tx: Tx, orderId: number, mailId: string) =>
  tx
    .selectFrom('mails as m')
    .select(['m.id', 'm.kind', 'm.settled_at', 'm.state', hasNewerMail.as('has_newer')])
    .where('m.id', '=', mailId)
    .where('m.order_id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()

interface Settlement {
  /** Null opens it again. */
  settled_at: Date | null
  settled_by: number | null
}

export const settleMail = (tx: Tx, mailId: string, settlement: Settlement) =>
  tx.updateTable('mails').set(settlement).where('id', '=', mailId).execute()
