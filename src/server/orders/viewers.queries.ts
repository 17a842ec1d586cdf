import type { OrderViewer } from '#contract/viewers.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'

interface ViewerRow {
  order_id: number
  member_id: number
  seen_at: Date
  has_left: boolean
}

export const upsertViewer = (tx: Tx, viewer: ViewerRow) =>
  tx
    .insertInto('order_viewers')
    .values(viewer)
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'member_id'])
        .doUpdateSet({ seen_at: viewer.seen_at, has_left: viewer.has_left }),
    )
    .execute()

export interface ViewerOfOrder extends OrderViewer {
  isRestricted: boolean
}

/** Those who have not left. */
export const selectViewersSince = (db: Db, since: Date): Promise<ViewerOfOrder[]> =>
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
