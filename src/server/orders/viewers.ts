import * as contract from '#contract/viewers.ts'
import type { OrderViewer } from '#contract/viewers.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { requireOrder } from './orders.ts'

interface ViewerRow {
  order_id: number
  member_id: number
  seen_at: Date
  has_left: boolean
}

const upsertViewer = (tx: Tx, viewer: ViewerRow) =>
  tx
    .insertInto('order_viewers')
    .values(viewer)
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'member_id'])
        .doUpdateSet({ seen_at: viewer.seen_at, has_left: viewer.has_left }),
    )
    .execute()

interface ViewerOfOrder extends OrderViewer {
  isRestricted: boolean
}

/** Those who have not left. */
const selectViewersSince = (db: Db, since: Date): Promise<ViewerOfOrder[]> =>
  db
    .selectFrom('order_viewers as v')
    .innerJoin('members as m', 'm.id', 'v.member_id')
    .innerJoin('orders as o', 'o.order_id', 'v.order_id')
    .select(['v.order_id as orderId', 'v.member_id as memberId', 'm.name'])
    .select(({ eb }) => eb('o.restricted_at', 'is not', null).$castTo<boolean>().as('isRestricted'))
    .where('v.seen_at', '>=', since)
    .where('v.has_left', '=', false)
    .orderBy('v.order_id')
    .orderBy('v.member_id')
    .execute()

/** A member who does not say again that they have an order open is forgotten after this long (product §12). */
export const viewerTtlMs = 45_000

/** Who was here before that is forgotten. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - viewerTtlMs)

/** The caller has the order open, or has left it: Start next still passes it over until that is forgotten. */
export const recordViewer = ({ tx, actor, now }: Work, orderId: number, isOpen: boolean) =>
  upsertViewer(tx, { order_id: orderId, member_id: actor.id, seen_at: now, has_left: !isOpen })

/** Who has which orders open, by order and member. */
export const currentViewers = (db: Db, now: Date): Promise<ViewerOfOrder[]> =>
  selectViewersSince(db, forgottenBefore(now))

export const viewerCalls = implement(contract, {
  announceView: write(async (work, { body: { orderId, open } }) => {
    await requireOrder(work.tx, orderId)
    await recordViewer(work, orderId, open)
    return {}
  }),
})
