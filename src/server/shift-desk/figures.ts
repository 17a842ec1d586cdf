import { wireInstant } from '#contract/rules/dates.ts'
import {
  figureList,
  figureNames,
  type FigureList,
  type FigureName,
  type OrderList,
} from '#contract/rules/shift-figures.ts'
import { can } from '#contract/rules/roles.ts'
import type { ShiftFigure } from '#contract/shift-desk.ts'
import { countDisputes } from '#server/disputes/list-disputes.ts'
import { countMailProblems } from '#server/mail-problems/mail-problems.ts'
import { openReplies } from '#server/messages/messages.ts'
import { asListTotal, createCriteria } from '#server/orders/list.ts'
import { tallyLists, type ListTally } from '#server/orders/tally.ts'
import type { Work } from '#server/platform/work.ts'
import { countProposals } from '#server/proposals/proposals.ts'

export const criteriaOf = (work: Work, { queue, filters, sort }: OrderList) =>
  createCriteria(work, queue, { ...filters, sort: sort.by, order: sort.order })

function toFigure({ first: field }: OrderList, tally: ListTally | undefined): ShiftFigure {
  const { count, unassigned, first } = tally ?? { count: 0, unassigned: 0, first: null }
  return {
    ...asListTotal(count),
    unassigned,
    ...(field && { first: first && wireInstant(new Date(first)) }),
  }
}

/** Every figure by its name, and the open orders by assignee, with the unassigned ones. */
export async function readFigures(work: Work) {
  const { tx, now, actor } = work
  const lists = figureNames.map((name) => figureList(name, can(actor.role, 'seeOrderHistory')))
  // One pass over the open orders counts them.
  const openLists = lists.flatMap((list) =>
    list.of === 'orders' && list.queue === 'openOrder' ? [list] : [],
  )
  const open = tallyLists(tx, createCriteria(work, 'openOrder', {}), openLists)

  const countOrders = async (list: OrderList): Promise<ShiftFigure> => {
    const place = openLists.indexOf(list)
    const tally = place < 0 ? await tallyLists(tx, criteriaOf(work, list), [list]) : await open
    return toFigure(list, tally.lists[Math.max(place, 0)])
  }
  const countList = async (list: FigureList): Promise<ShiftFigure> => {
    if (list.of === 'orders') return countOrders(list)
    if (list.of === 'mails') return { count: await countMailProblems(work, list.states), more: false }
    if (list.of === 'disputes') {
      const { count, first } = await countDisputes(work, list.query)
      return { count, more: false, first: first && wireInstant(first) }
    }
    if (list.of === 'proposals') {
      const { count, certainCount } = await countProposals(tx, { now, role: actor.role })
      return { count, more: false, certain: certainCount }
    }
    const { count, oldest_at: oldestAt } = await openReplies(work)
    return { count, more: false, first: oldestAt && wireInstant(oldestAt) }
  }
  const [{ countOf }, figures] = await Promise.all([open, Promise.all(lists.map(countList))])
  return {
    figures: Object.fromEntries(figureNames.map((name, at) => [name, figures[at]])) as Record<
      FigureName,
      ShiftFigure
    >,
    countOf,
  }
}
