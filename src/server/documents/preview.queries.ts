import type { Tx } from '#server/platform/db/database.ts'

export interface Unlooked {
  id: number
  file1: string
  content_type: string
  /** When the look at it was begun for good; null while nobody has taken it. */
  looked_at: Date | null
}

export const selectUnlooked = (tx: Tx, id: number): Promise<Unlooked | undefined> =>
  tx
    .selectFrom('documents')
    .select(['id', 'file1', 'content_type', 'looked_at'])
    .where('id', '=', id)
    .where('looked_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Takes the newest from before `until` that nobody has looked at; of two at the same time, each takes another. */
export const takeUnlooked = (
  tx: Tx,
  { now, until }: { now: Date; until: Date },
): Promise<Unlooked | undefined> =>
  tx
    .updateTable('documents')
    .set({ looked_at: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('documents')
        .select('id')
        .where('looked_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .where('created_at', '<', until)
        .orderBy('id', 'desc')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'file1', 'content_type', 'looked_at'])
    .executeTakeFirst()

export interface Look {
  looked_at: Date | null
  preview_file: string | null
  qr_text: string | null
}

/** Keeps what a look found; of two who looked at the same document one does, the other gets false. */
export async function keepLook(tx: Tx, { id, looked_at }: Unlooked, look: Look): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set(look)
    .where('id', '=', id)
    .where('looked_at', 'is not distinct from', looked_at)
    .where('preview_file', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
