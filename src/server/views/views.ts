import { can } from '#contract/rules/roles.ts'
import { maxViews } from '#contract/views.ts'
import * as contract from '#contract/views.ts'
import { countLists, createCriteria, requireHistoryAccess } from '#server/orders/list.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, MemberActor, Work } from '#server/platform/work.ts'
import { implement, readOnce, write } from '#server/platform/http/implement.ts'
import {
  countViews,
  deletePin,
  hasViewNamed,
  insertPin,
  insertView,
  lockView,
  selectViews,
  updateView,
  type ViewedList,
} from './views.queries.ts'

const criteriaOf = (call: Call, { queue, filters, sort, order }: ViewedList) =>
  createCriteria(call, queue, { ...filters, sort, order })

const mayShow = (actor: MemberActor, { queue }: Pick<ViewedList, 'queue'>): boolean =>
  queue !== 'allOrder' || can(actor.role, 'seeOrderHistory')

/** Refuses a list that could not be opened. */
function requireList(work: Work, list: ViewedList): void {
  requireHistoryAccess(work.actor, list.queue)
  criteriaOf(work, list)
}

const requireSharing = (actor: MemberActor) => {
  if (!can(actor.role, 'shareViews')) refuse('forbidden', 'Only Admins and Managers change the views of all.')
}

/** One at a time names a view of an owner, so that no two have the same name. */
async function requireName(work: Work, ownerId: number | null, name: string, except?: number): Promise<void> {
  await lockByName(work.tx, `views of ${ownerId ?? 'all'}`)
  if (await hasViewNamed(work.tx, { ownerId, name, except }))
    refuse('conflict', `There is a view named ${name}.`)
}

/** The view, if it is the caller's or belongs to all; 404 for anybody else's. */
async function requireView({ tx, actor }: Work, id: number) {
  const view = await lockView(tx, id)
  if (!view || (view.owner_id !== null && view.owner_id !== actor.id))
    return refuse('notFound', 'This view is not there any more.')
  return view
}

export const viewCalls = implement(contract, {
  /** The member's views and those of all that they may open, each with its count (product §12). */
  listViews: readOnce(async (call) => {
    const { db, actor } = call
    const views = (await selectViews(db, actor.id)).filter((view) => mayShow(actor, view))
    const counts = await countLists(
      db,
      views.map((view) => criteriaOf(call, view)),
    )
    return { data: views.map((view, index) => ({ ...view, count: 0, more: false, ...counts[index] })) }
  }),
  /** Saves a list as a view of the caller's or of all. */
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
