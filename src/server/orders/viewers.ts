import type { Body } from '#contract/endpoint.ts'
import type { announceView as announceViewCall } from '#contract/viewers.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Work } from '#server/platform/work.ts'
import { requireOrder } from './orders.ts'
import { selectViewersSince, upsertViewer, type ViewerOfOrder } from './viewers.queries.ts'

/** A member who does not say again that they have an order open is forgotten after this long (product §12). */
export const viewerTtlMs = 45_000

/** Who was here before that is forgotten. */
export const forgottenBefore = (now: Date) => new Date(now.getTime() - viewerTtlMs)

/** The caller has the order open, or has left it: Start next still passes it over until that is forgotten. */
export const recordViewer = ({ tx, actor, now }: Work, orderId: number, isOpen: boolean) =>
  upsertViewer(tx, { order_id: orderId, member_id: actor.id, seen_at: now, has_left: !isOpen })

/** The same as its member says; 404 for an unknown order. */
export async function announceView(
  work: Work,
  { orderId, open }: Body<typeof announceViewCall>,
): Promise<void> {
  await requireOrder(work.tx, orderId)
  await recordViewer(work, orderId, open)
}

/** Who has which orders open, by order and member. */
export const currentViewers = (db: Db, now: Date): Promise<ViewerOfOrder[]> =>
  selectViewersSince(db, forgottenBefore(now))
