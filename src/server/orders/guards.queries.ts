import { sql, type RawBuilder } from 'kysely'
import type { Status } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inQueue, type View } from './queue-condition.queries.ts'

/** The active member of this name, case and outer blanks ignored; held, so that a removal comes before or after. */
export const lockActiveMember = (tx: Tx, name: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'name'])
    .where(sql`lower(btrim(name))`, '=', sql<string>`lower(btrim(${name.trim()}))`)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/** Whether an order may still be changed, decided by the database when it holds the row: the race has one winner. */
export type Guard = RawBuilder<boolean>

/** Nobody has it; with `takeOver` anybody but this member may. */
export const canBeClaimed = (memberId: number, takeOver: boolean): Guard =>
  takeOver
    ? sql`process_status = 'New' and assignee_id is distinct from ${memberId}::bigint`
    : sql`process_status = 'New' and assignee_id is null`

/** Of this member; of anybody where it is null. */
export const canBeReleased = (memberId: number | null): Guard =>
  memberId === null
    ? sql`process_status = 'New' and assignee_id is not null`
    : sql`process_status = 'New' and assignee_id = ${memberId}`

export const canBeMoved = (target: Status, expected: Status | undefined): Guard =>
  expected
    ? sql`process_status = ${expected} and process_status <> ${target}`
    : sql`process_status <> ${target}`

/** Anywhere, or in the future queue of this view alone. */
export const canBeDeleted = (futureQueueOf: View | null): Guard =>
  futureQueueOf ? inQueue('futureOrder', futureQueueOf) : sql`process_status <> 'Deleted'`
