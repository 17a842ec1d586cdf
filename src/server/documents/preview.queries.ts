import type { Tx } from '#server/platform/db/database.ts'

export interface UnpreviewedDocument {
  id: number
  file1: string
  stored_as: string
  file_key: Buffer
  content_type: string
  /** Null until a worker claims it. */
  preview_attempted_at: Date | null
}

export const selectUnpreviewed = (tx: Tx, id: number): Promise<UnpreviewedDocument | undefined> =>
  tx
    .selectFrom('documents')
    .select(['id', 'file1', 'stored_as', 'file_key', 'content_type', 'preview_attempted_at'])
    .where('id', '=', id)
    .where('preview_attempted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Claims the newest document before `until` without a preview; concurrent workers claim different ones. */
export const claimUnpreviewed = (
  tx: Tx,
  { now, until }: { now: Date; until: Date },
): Promise<UnpreviewedDocument | undefined> =>
  tx
    .updateTable('documents')
    .set({ preview_attempted_at: now })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('documents')
        .select('id')
        .where('preview_attempted_at', 'is', null)
        .where('withdrawn_at', 'is', null)
        .where('created_at', '<', until)
        .orderBy('id', 'desc')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'file1', 'stored_as', 'file_key', 'content_type', 'preview_attempted_at'])
    .executeTakeFirst()

export interface Preview {
  preview_attempted_at: Date | null
  preview_file: string | null
  preview_key: Buffer | null
  sealed_qr_text: Buffer | null
}

/** False if another worker saved a preview first. */
export async function recordPreview(
  tx: Tx,
  { id, preview_attempted_at }: UnpreviewedDocument,
  preview: Preview,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('documents')
    .set(preview)
    .where('id', '=', id)
    .where('preview_attempted_at', 'is not distinct from', preview_attempted_at)
    .where('preview_file', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
