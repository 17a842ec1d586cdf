import * as contract from '#contract/viewers.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { requireOrder } from './orders.ts'
import { selectViewersSince, upsertViewer, type ViewerOfOrder } from './viewers.queries.ts'

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
