import type { Work } from '#server/platform/work.ts'
import { upsertViewer } from './viewers.queries.ts'

/** A member who has an order open says so every 20 seconds, and is forgotten after this long (product §12). */
export const viewerTtlMs = 45_000

/** The caller has the order open. */
export const recordViewer = ({ tx, actor, now }: Work, orderId: number) =>
  upsertViewer(tx, { order_id: orderId, member_id: actor.id, seen_at: now })
