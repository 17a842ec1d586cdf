import type { EventAction } from '#contract/rules/order-events.ts'
import { sql, type Insertable } from 'kysely'
import type { Role } from '#contract/rules/roles.ts'
import type { Status } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { deriveDisputes } from '#server/orders/order-dispute.ts'
import type { DemoDispute } from './disputes.ts'

export async function hasMembers(tx: Tx): Promise<boolean> {
  const found = await tx.selectFrom('members').select('id').where('removed_at', 'is', null).executeTakeFirst()
  return found !== undefined
}

export async function hasOrders(tx: Tx): Promise<boolean> {
  return (await tx.selectFrom('orders').select('order_id').limit(1).executeTakeFirst()) !== undefined
}

export interface NewMember {
  name: string
  email: string
  role: Role
  password_hash: string
  /** When a generated password expires. */
  password_expires_at?: Date | null
  created_at: Date
}

export const insertMembers = (tx: Tx, members: NewMember[]) =>
  tx
    .insertInto('members')
    .values(members.map((member) => ({ ...member, removed_at: null })))
    .returning(['id', 'name', 'role'])
    .execute()

export const selectExpiredPasswords = (tx: Tx, now: Date) =>
  tx
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where('password_expires_at', '<=', now)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()

export const replacePassword = (
  tx: Tx,
  memberId: number,
  password: { password_hash: string; password_expires_at: Date | null },
) => tx.updateTable('members').set(password).where('id', '=', memberId).execute()

export const selectPasswordHashes = (tx: Tx, emails: string[]) =>
  tx
    .selectFrom('members')
    .select(['email', 'password_hash'])
    .where('email', 'in', emails)
    .where('removed_at', 'is', null)
    .execute()

type Row<T extends keyof Tables> = Insertable<Tables[T]>

export const insertEvents = (tx: Tx, events: Row<'order_events'>[]) =>
  tx.insertInto('order_events').values(events).execute()

export const setStateEvents = (tx: Tx) =>
  sql`
    update orders o
    set state_event_id = e.last, assigned_at = case when o.assignee_id is not null then e.assigned_at end
    from (
      select order_id, max(id) filter (where before is not null) as last,
        max(at) filter (where action = ${'assigned' satisfies EventAction}) as assigned_at
      from order_events group by order_id
    ) e
    where o.order_id = e.order_id and e.last is not null`.execute(tx)

export async function insertDispute(tx: Tx, orderId: number, it: DemoDispute): Promise<void> {
  await sql`
    insert into disputes (order_id, gateway, stage, reason, network, network_code, amount, currency, opened_at,
      updated_at, state_rank, due_at, is_due_guessed, outcome, settled_as, settled_at, settled_by, received_at, moved_as)
    select order_id, coalesce(gateway, split_part(merchant_name, ' – ', 1), 'unknown'), 'chargeback', ${it.reason},
      ${it.network}, ${it.reasonCode}, amount, currency, ${it.openedAt}, ${it.openedAt}, 0, ${it.dueAt},
      ${it.isGuessed}, ${it.outcome ?? 'Open'}, ${it.isAnswered ? 'answered' : null},
      ${it.isAnswered ? it.openedAt : null}, ${it.isAnswered ? it.by : null}, ${it.openedAt}, 'chargeback'
    from orders where order_id = ${orderId}`.execute(tx)
  await deriveDisputes(tx, [orderId])
}

type NewDocument = Omit<
  Row<'documents'>,
  'withdrawn_at' | 'withdrawn_by' | 'withdrawn_reason' | 'replaced_by'
>

/** Returns ids by `file1`. */
export async function insertDocuments(tx: Tx, documents: NewDocument[]): Promise<Map<string, number>> {
  const rows = await tx.insertInto('documents').values(documents).returning(['id', 'file1']).execute()
  return new Map(rows.map(({ id, file1 }) => [file1, id]))
}

/** The newest order of a status without events since then, with a name in the letters of a standard PDF font. */
export const selectNewestUntouchedOrder = (tx: Tx, status: Status, since: Date) =>
  tx
    .selectFrom('orders as o')
    .select(['o.order_id', 'o.email', 'o.full_name', 'o.country_name', 'o.travel_date', 'o.prefix'])
    .where('o.process_status', '=', status)
    .where('o.full_name', '~', '^[A-Za-z .-]+$')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_events as e')
            .select('e.id')
            .whereRef('e.order_id', '=', 'o.order_id')
            .where('e.at', '>=', since),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('messages as m').select('m.id').whereRef('m.order_id', '=', 'o.order_id'))),
    )
    .orderBy('o.order_id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Each member's last work on each order within this time. */
export const selectLatestWork = (tx: Tx, from: Date, to: Date) =>
  tx
    .selectFrom('order_events')
    .select(['order_id', 'actor', ({ fn }) => fn.max('at').as('at')])
    .where('member_id', 'is not', null)
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy(['order_id', 'actor'])
    .orderBy('order_id')
    .orderBy('actor')
    .execute()

export const selectRestingCustomers = (tx: Tx, since: Date) =>
  tx
    .selectFrom('orders as o')
    .leftJoin('order_events as e', 'e.order_id', 'o.order_id')
    .select([
      'o.email',
      ({ fn }) => fn.count<number>('o.order_id').distinct().as('orders'),
      sql<boolean>`bool_or(o.process_status = ${'ChargeBack' satisfies Status} and o.dispute_outcome is null)`.as(
        'has_open_dispute',
      ),
      sql<boolean>`bool_and(o.process_status = ${'Completed' satisfies Status})`.as('is_completed'),
    ])
    .groupBy('o.email')
    .having(({ fn }) => fn.max('e.at'), '<', since)
    .orderBy(({ fn }) => fn.min('o.created_at'))
    .orderBy('o.email')
    .execute()

export const insertMails = (tx: Tx, mails: Row<'mails'>[]) => tx.insertInto('mails').values(mails).execute()

/** The providers' reports of the delivered mails. */
export const insertDeliveryReports = (tx: Tx) =>
  tx
    .insertInto('mail_reports')
    .columns(['mail_id', 'provider', 'provider_event_id', 'kind', 'at', 'received_at'])
    .expression((from) =>
      from
        .selectFrom('mails')
        .select([
          'id',
          'provider',
          sql<string>`'demo-' || id`.as('event'),
          sql<string>`'delivered'`.as('kind'),
        ])
        .select(['state_at as at', 'state_at as received_at'])
        .where('state', '=', 'delivered'),
    )
    .execute()

export const insertDownloads = (tx: Tx, downloads: Row<'downloads'>[]) =>
  tx.insertInto('downloads').values(downloads).execute()

export const insertRefunds = (tx: Tx, refunds: Row<'refunds'>[]) =>
  tx.insertInto('refunds').values(refunds).execute()
