import { sql, type RawBuilder } from 'kysely'
import type { Status } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inQueue, type View } from './queue-condition.queries.ts'

/**
 * The active member of this name, ignoring case and outer blanks; locked against removal until the transaction ends.
 */
export const lockActiveMember = (tx: Tx, name: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'name'])
    .where(sql`lower(btrim(name))`, '=', sql<string>`lower(btrim(${name.trim()}))`)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/** A condition on an order's locked row, so that a race has one winner. */
export type Guard = RawBuilder<boolean>

/** `takeOver` also allows orders of another member. */
export const canBeClaimed = (memberId: number, takeOver: boolean): Guard =>
  takeOver
    ? sql`process_status = 'New' and assignee_id is distinct from ${memberId}::bigint`
    : sql`process_status = 'New' and assignee_id is null`

/** Null allows any assignee. */
export const canBeReleased = (memberId: number | null): Guard =>
  memberId === null
    ? sql`process_status = 'New' and assignee_id is not null`
    : sql`process_status = 'New' and assignee_id = ${memberId}`

export const canBeMoved = (target: Status, expected: Status | undefined): Guard =>
  expected
    ? sql`process_status = ${expected} and process_status <> ${target}`
    : sql`process_status <> ${target}`

/** Null allows any queue, a view its future queue only. */
export const canBeDeleted = (futureQueueOf: View | null): Guard =>
  futureQueueOf ? inQueue('futureOrder', futureQueueOf) : sql`process_status <> 'Deleted'`
