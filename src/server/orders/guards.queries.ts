import { sql, type RawBuilder } from 'kysely'
import type { Status } from '#contract/rules/statuses.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { inQueue, type View } from './queue-condition.queries.ts'

/** The active member of this name, case and outer blanks ignored; locked against removal until the transaction ends. */
export const lockActiveMember = (tx: Tx, name: string) =>
  tx
    .selectFrom('members')
    .select(['id', 'name'])
    .where(sql`lower(btrim(name))`, '=', sql<string>`lower(btrim(${name.trim()}))`)
    .where('removed_at', 'is', null)
    .forShare()
    .executeTakeFirst()

/** A condition that an order must fulfil once its row is locked, so that a race has one winner. */
export type Guard = RawBuilder<boolean>

/** Unassigned; with `takeOver` also assigned to another member. */
export const canBeClaimed = (memberId: number, takeOver: boolean): Guard =>
  takeOver
    ? sql`process_status = 'New' and assignee_id is distinct from ${memberId}::bigint`
    : sql`process_status = 'New' and assignee_id is null`

/** Assigned to this member; to anyone where it is null. */
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
