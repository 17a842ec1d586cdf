import { sql, type RawBuilder } from 'kysely'
import type { EventAction, UndoableAction } from '#contract/rules/order-events.ts'
import type { Status } from '#contract/rules/statuses.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** The columns of an order that an event records and undo restores, as JSON (`OrderState`). */
export const stateColumns = (row: string) => sql`jsonb_build_object(
  'process_status', ${sql.ref(`${row}.process_status`)},
  'assignee_id', ${sql.ref(`${row}.assignee_id`)},
  'processing_date', ${sql.ref(`${row}.processing_date`)},
  'processed_by', ${sql.ref(`${row}.processed_by`)},
  'refund_date', ${sql.ref(`${row}.refund_date`)})`

/** An absent column keeps its value. */
export interface StateChange {
  process_status?: Status
  assignee_id?: number | null
  assigned_at?: Date | null
  processing_date?: Date
  processed_by?: number | null
  refund_date?: Date
}

export interface EventMetadata<A extends EventAction = UndoableAction> {
  at: Date
  memberId: number | null
  actor: string
  action: A
  /** Sealed for one order, so only for a change of a single order. */
  sealedDetails?: Buffer | null
}

const presentAssignee = sql`(
  select m.id from members m where m.id = o.assignee_id and m.removed_at is null for share)`

/** A return to New drops an assignee who was removed. */
const assignments = (change: StateChange) =>
  sql.join([
    ...Object.entries(change).map(([column, value]) => sql`${sql.id(column)} = ${value}`),
    ...(change.process_status === 'New' && change.assignee_id === undefined
      ? [sql`assignee_id = ${presentAssignee}`]
      : []),
  ])

export interface Changed {
  orderId: number
  eventId: number
}

/** Changes the orders that `locked` selects with `before` (`stateColumns`), and appends an event for each. */
export async function changeLocked(
  tx: Tx,
  locked: RawBuilder<unknown>,
  change: StateChange,
  metadata: EventMetadata,
): Promise<Changed[]> {
  const { rows } = await sql<{ order_id: number; id: number }>`
    with held as materialized (${locked}),
    changed as (
      update orders o
      set ${assignments(change)}, state_event_id = nextval(pg_get_serial_sequence('order_events', 'id'))
      from held
      where o.order_id = held.order_id
      returning o.order_id, o.state_event_id, held.before, ${stateColumns('o')} as after
    )
    insert into order_events (id, order_id, at, member_id, actor, action, before, after, sealed_details)
    select state_event_id, order_id, ${metadata.at}, ${metadata.memberId}, ${metadata.actor}, ${metadata.action}, before, after,
      ${metadata.sealedDetails ?? null}::bytea
    from changed
    order by order_id
    returning id, order_id
  `.execute(tx)
  return rows.map((row) => ({ orderId: row.order_id, eventId: row.id }))
}

/**
 * Locks the orders by id, changes those that fulfil `guard` once locked, and appends an event for each. The guard
 * decides races.
 */
export const changeOrders = (
  tx: Tx,
  ids: readonly number[],
  guard: RawBuilder<boolean>,
  change: StateChange,
  metadata: EventMetadata,
): Promise<Changed[]> =>
  changeLocked(
    tx,
    sql`
      select order_id, ${stateColumns('orders')} as before
      from orders
      where order_id = any(${ids}::bigint[]) and ${guard}
      order by order_id
      for no key update`,
    change,
    metadata,
  )

/** Lifts the role check of closed orders for the rest of the transaction. */
export const actWithoutRole = (tx: Tx) => sql`select set_config('pabean.role', '', true)`.execute(tx)

export const hasStatus = (statuses: readonly Status[]): RawBuilder<boolean> =>
  sql`process_status = any(${[...statuses]}::text[])`

export const hasStatusAndAssignee = (statuses: readonly Status[], memberId: number): RawBuilder<boolean> =>
  sql`${hasStatus(statuses)} and assignee_id = ${memberId}`

export const selectAssignedOrders = async (tx: Tx, statuses: readonly Status[], memberId: number) => {
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where(hasStatusAndAssignee(statuses, memberId))
    .execute()
  return rows.map((row) => row.order_id)
}

export const selectStates = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('orders as o')
    .leftJoin('members as a', 'a.id', 'o.assignee_id')
    .leftJoin('order_events as e', 'e.id', 'o.state_event_id')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select([
      'o.order_id',
      'o.process_status',
      'o.assignee_id',
      'o.refund_date',
      'o.erased_at',
      'o.restricted_at',
      'a.name as assignee',
      'e.action',
    ])
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('last_by'))
    .where(sql<boolean>`o.order_id = any(${ids}::bigint[])`)
    .execute()
