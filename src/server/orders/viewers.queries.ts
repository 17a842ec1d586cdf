import type { Tx } from '#server/platform/db/database.ts'

export const upsertViewer = (tx: Tx, viewer: { order_id: number; member_id: number; seen_at: Date }) =>
  tx
    .insertInto('order_viewers')
    .values(viewer)
    .onConflict((conflict) =>
      conflict.columns(['order_id', 'member_id']).doUpdateSet({ seen_at: viewer.seen_at }),
    )
    .execute()

export const deleteExpiredViewers = (tx: Tx, before: Date) =>
  tx.deleteFrom('order_viewers').where('seen_at', '<', before).execute()
