import type { Body } from '#contract/endpoint.ts'
import { can } from '#contract/rules/roles.ts'
import { maxViews, type SavedView } from '#contract/views.ts'
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

/** The member's views and those of all that they may open, each with its count (product §12). */
export async function listViews(call: Call): Promise<SavedView[]> {
  const { db, actor } = call
  const views = (await selectViews(db, actor.id)).filter((view) => mayShow(actor, view))
  const counts = await countLists(
    db,
    views.map((view) => criteriaOf(call, view)),
  )
  return views.map((view, index) => ({ ...view, count: 0, more: false, ...counts[index] }))
}

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

/** Saves a list as a view of the caller's or of all; answers its id. */
export async function saveView(
  work: Work,
  { name: rawName, isShared, isPinned, ...list }: Body<typeof contract.saveView>,
): Promise<number> {
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
  return id
}

/** The view, if it is the caller's or belongs to all; 404 for anybody else's. */
async function requireView({ tx, actor }: Work, id: number) {
  const view = await lockView(tx, id)
  if (!view || (view.owner_id !== null && view.owner_id !== actor.id))
    return refuse('notFound', 'This view is not there any more.')
  return view
}

export async function changeView(
  work: Work,
  id: number,
  { name: rawName, list, isDeleted }: Body<typeof contract.changeView>,
): Promise<string> {
  const { tx, actor, now } = work
  const view = await requireView(work, id)
  if (view.owner_id === null) requireSharing(actor)
  if (list) requireList(work, list)
  const name = rawName?.trim() ?? view.name
  if (rawName !== undefined || isDeleted === false) await requireName(work, view.owner_id, name, id)
  const deletedAt = isDeleted === undefined ? undefined : isDeleted ? now : null
  await updateView(tx, id, { name, list, deletedAt })
  return name
}

export async function pinView(work: Work, id: number, isPinned: boolean): Promise<string> {
  const { tx, actor } = work
  const { name } = await requireView(work, id)
  if (isPinned) await insertPin(tx, actor.id, id)
  else await deletePin(tx, actor.id, id)
  return name
}

export const viewCalls = implement(contract, {
  listViews: readOnce(async (call) => ({ data: await listViews(call) })),
  saveView: write(async (work, { body }) => ({
    message: `View ${body.name.trim()} is saved.`,
    data: { id: await saveView(work, body) },
  })),
  changeView: write(async (work, { params, body }) => {
    const name = await changeView(work, params.id, body)
    return { message: `View ${name} is ${body.isDeleted ? 'deleted' : 'saved'}.` }
  }),
  pinView: write(async (work, { params, body }) => {
    const name = await pinView(work, params.id, body.isPinned)
    return { message: `View ${name} is ${body.isPinned ? 'in' : 'out of'} your sidebar.` }
  }),
})
