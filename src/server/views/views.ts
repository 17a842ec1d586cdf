import { sql } from 'kysely'
import { can } from '#contract/rules/roles.ts'
import * as contract from '#contract/views.ts'
import { maxViews } from '#contract/views.ts'
import { countLists, createCriteria, requireHistoryAccess } from '#server/orders/list.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, MemberActor, Work } from '#server/platform/work.ts'
import { implement, readOnce, write } from '#server/platform/http/implement.ts'
import type { ListFilters } from '#contract/rules/list-filters.ts'
import type { SortField } from '#contract/rules/list-order.ts'
import type { QueueName } from '#contract/rules/queues.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

interface ViewedList {
  queue: QueueName
  filters: ListFilters
  sort: SortField
  order: 'asc' | 'desc'
}

const columnsOf = ({ queue, filters, sort, order }: ViewedList) => ({
  queue,
  filters: JSON.stringify(filters),
  sort,
  sort_order: order,
})

const criteriaOf = (call: Call, { queue, filters, sort, order }: ViewedList) =>
  createCriteria(call, queue, { ...filters, sort, order })

const mayShow = (actor: MemberActor, { queue }: Pick<ViewedList, 'queue'>): boolean =>
  queue !== 'allOrder' || can(actor.role, 'seeOrderHistory')

function requireList(work: Work, list: ViewedList): void {
  requireHistoryAccess(work.actor, list.queue)
  criteriaOf(work, list)
}

const requireSharing = (actor: MemberActor) => {
  if (!can(actor.role, 'shareViews')) refuse('forbidden', 'Only Admins and Managers change the views of all.')
}

/** Serialises naming, so that no two views of an owner have the same name. */
async function requireName(work: Work, ownerId: number | null, name: string, except?: number): Promise<void> {
  await lockByName(work.tx, `views of ${ownerId ?? 'all'}`)
  if (await hasViewNamed(work.tx, { ownerId, name, except }))
    refuse('conflict', `There is a view named ${name}.`)
}

/** The caller's own or a shared view; 404 for others. */
async function requireView({ tx, actor }: Work, id: number) {
  const view = await lockView(tx, id)
  if (!view || (view.owner_id !== null && view.owner_id !== actor.id))
    return refuse('notFound', 'This view is not there any more.')
  return view
}

export const viewCalls = implement(contract, {
  /** The member's views and the shared ones that they may open, each with its count (product §12). */
  listViews: readOnce(async (call) => {
    const { db, actor } = call
    const views = (await selectViews(db, actor.id)).filter((view) => mayShow(actor, view))
    const counts = await countLists(
      db,
      views.map((view) => criteriaOf(call, view)),
    )
    return { data: views.map((view, index) => ({ ...view, count: 0, more: false, ...counts[index] })) }
  }),
  saveView: write(async (work, { body: { name: rawName, isShared, isPinned, ...list } }) => {
    const { tx, actor, now } = work
    const name = rawName.trim()
    if (isShared) requireSharing(actor)
    requireList(work, list)
    const ownerId = isShared ? null : actor.id
    await requireName(work, ownerId, name)
    if ((await countViews(tx, ownerId)) >= maxViews)
      refuse('invalid', `There can be at most ${maxViews} views. Please delete one first.`)
    const id = await insertView(tx, { ...list, name, ownerId }, now)
    if (isPinned) await insertPin(tx, actor.id, id)
    return { message: `View ${name} is saved.`, data: { id } }
  }),
  changeView: write(async (work, { params: { id }, body: { name: rawName, list, isDeleted } }) => {
    const { tx, actor, now } = work
    const view = await requireView(work, id)
    if (view.owner_id === null) requireSharing(actor)
    if (list) requireList(work, list)
    const name = rawName?.trim() ?? view.name
    if (rawName !== undefined || isDeleted === false) await requireName(work, view.owner_id, name, id)
    const deletedAt = isDeleted === undefined ? undefined : isDeleted ? now : null
    await updateView(tx, id, { name, list, deletedAt })
    return { message: `View ${name} is ${isDeleted ? 'deleted' : 'saved'}.` }
  }),
  pinView: write(async (work, { params: { id }, body: { isPinned } }) => {
    const { tx, actor } = work
    const { name } = await requireView(work, id)
    if (isPinned) await insertPin(tx, actor.id, id)
    else await deletePin(tx, actor.id, id)
    return { message: `View ${name} is ${isPinned ? 'in' : 'out of'} your sidebar.` }
  }),
})

interface ViewRow extends ViewedList {
  id: number
  name: string
  is_shared: boolean
  is_pinned: boolean
}

const selectViews = (db: Db, memberId: number): Promise<ViewRow[]> =>
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

/** `ownerId` is null for shared views. */
async function countViews(tx: Tx, ownerId: number | null): Promise<number> {
  const { n } = await tx
    .selectFrom('views')
    .select((the) => the.fn.countAll<number>().as('n'))
    .where('owner_id', ownerId === null ? 'is' : '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return n
}

async function hasViewNamed(
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

async function insertView(
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

const lockView = (tx: Tx, id: number) =>
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

const updateView = (tx: Tx, id: number, { name, list, deletedAt }: ViewChange) =>
  tx
    .updateTable('views')
    .set({
      ...(name !== undefined && { name }),
      ...(list && columnsOf(list)),
      ...(deletedAt !== undefined && { deleted_at: deletedAt }),
    })
    .where('id', '=', id)
    .execute()

const insertPin = (tx: Tx, memberId: number, viewId: number) =>
  tx
    .insertInto('view_pins')
    .values({ member_id: memberId, view_id: viewId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

const deletePin = (tx: Tx, memberId: number, viewId: number) =>
  tx.deleteFrom('view_pins').where('member_id', '=', memberId).where('view_id', '=', viewId).execute()
