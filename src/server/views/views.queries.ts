import { sql } from 'kysely'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

/** What a view shows. */
export interface ViewedList {
  queue: QueueName
  filters: ListFilters
  sort: SortField
  order: 'asc' | 'desc'
}

export interface ViewRow extends ViewedList {
  id: number
  name: string
  is_shared: boolean
  is_pinned: boolean
}

/** The member's views and those of all, by name. */
export const selectViews = (db: Db, memberId: number): Promise<ViewRow[]> =>
  db
    .selectFrom('views')
    .leftJoin('view_pins', (join) =>
      join.onRef('view_id', '=', 'id').on('view_pins.member_id', '=', memberId),
    )
    .select(['id', 'name', 'queue', 'filters', 'sort', 'sort_order as order'])
    .select(sql<boolean>`owner_id is null`.as('is_shared'))
    .select(sql<boolean>`view_id is not null`.as('is_pinned'))
    .where((the) => the.or([the('owner_id', '=', memberId), the('owner_id', 'is', null)]))
    .where('deleted_at', 'is', null)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()

/** How many views an owner has; null owns those of all. */
export async function countViews(tx: Tx, ownerId: number | null): Promise<number> {
  const { n } = await tx
    .selectFrom('views')
    .select((the) => the.fn.countAll<number>().as('n'))
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

/** Whether an owner has another view of this name. */
export async function hasViewNamed(
  tx: Tx,
  { ownerId, name, except }: { ownerId: number | null; name: string; except?: number | undefined },
): Promise<boolean> {
  const found = await tx
    .selectFrom('views')
    .select('id')
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where(sql`lower(btrim(name))`, '=', sql`lower(btrim(${name}))`)
    .where('deleted_at', 'is', null)
    .where('id', '<>', except ?? 0)
    .executeTakeFirst()
  return found !== undefined
}

const columnsOf = ({ queue, filters, sort, order }: ViewedList) => ({
  queue,
  filters: JSON.stringify(filters),
  sort,
  sort_order: order,
})

export async function insertView(
  tx: Tx,
  view: ViewedList & { name: string; ownerId: number | null },
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('views')
    .values({ owner_id: view.ownerId, name: view.name, ...columnsOf(view), created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A view of any owner, locked. */
export const lockView = (tx: Tx, id: number) =>
  tx
    .selectFrom('views')
    .select(['id', 'name', 'owner_id', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

interface ViewChange {
  name?: string | undefined
  list?: ViewedList | undefined
  deletedAt?: Date | null | undefined
}

export const updateView = (tx: Tx, id: number, { name, list, deletedAt }: ViewChange) =>
  tx
    .updateTable('views')
    .set({
      ...(name !== undefined && { name }),
      ...(list && columnsOf(list)),
      ...(deletedAt !== undefined && { deleted_at: deletedAt }),
    })
    .where('id', '=', id)
    .execute()

export const insertPin = (tx: Tx, memberId: number, viewId: number) =>
  tx
    .insertInto('view_pins')
    .values({ member_id: memberId, view_id: viewId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const deletePin = (tx: Tx, memberId: number, viewId: number) =>
  tx.deleteFrom('view_pins').where('member_id', '=', memberId).where('view_id', '=', viewId).execute()
