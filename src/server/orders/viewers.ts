import * as contract from '#contract/viewers.ts'
import type { OrderViewer } from '#contract/viewers.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { requireOrder } from './orders.ts'

interface ViewerOfOrder extends OrderViewer {
  isRestricted: boolean
}

/** A member whose page does not announce an open order again is forgotten after this time (product §12). */
export const viewerTtlMs = 45_000

/** Viewers seen before this time are forgotten. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - viewerTtlMs)

/** Records that the caller has the order open, or has left it; Start next passes it over until the entry expires. */
export const recordViewer = ({ tx, actor, now }: Work, orderId: number, isOpen: boolean) =>
  tx
    .insertInto('order_viewers')
    .values({ order_id: orderId, member_id: actor.id, seen_at: now, has_left: !isOpen })
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'member_id']).doUpdateSet({ seen_at: now, has_left: !isOpen }),
    )
    .execute()

export const currentViewers = (db: Db, now: Date): Promise<ViewerOfOrder[]> =>
  db
    .selectFrom('order_viewers as v')
    .innerJoin('members as m', 'm.id', 'v.member_id')
    .innerJoin('orders as o', 'o.order_id', 'v.order_id')
    .select(['v.order_id as orderId', 'v.member_id as memberId', 'm.name'])
    .select(({ eb }) => eb('o.restricted_at', 'is not', null).$castTo<boolean>().as('isRestricted'))
    .where('v.seen_at', '>=', forgottenBefore(now))
    .where('v.has_left', '=', false)
    .orderBy('v.order_id')
    .orderBy('v.member_id')
    .execute()

export const viewerCalls = implement(contract, {
  announceView: write(async (work, { body: { orderId, open } }) => {
    await requireOrder(work.tx, orderId)
    await recordViewer(work, orderId, open)
    return {}
  }),
})
