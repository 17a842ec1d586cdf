import type { Tx } from '#server/platform/db/database.ts'

/** A file that was imported to its end begins anew. */
export const insertOrRestartFile = (tx: Tx, sha256: Buffer, now: Date) =>
  tx
    .insertInto('import_files')
    .values({ sha256, started_at: now, finished_at: null })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({
          started_at: now,
          finished_at: null,
          records: 0,
          imported: 0,
          known: 0,
          refused: 0,
          report_bytes: 0,
        })
        .where('import_files.finished_at', 'is not', null),
    )
    .execute()

export const selectFileProgress = (tx: Tx, sha256: Buffer) =>
  tx
    .selectFrom('import_files')
    .select(['records', 'imported', 'known', 'refused', 'report_bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()

export type FileProgress = Awaited<ReturnType<typeof selectFileProgress>>

/** False where another import of the file has come further meanwhile. */
export async function updateFileProgress(
  tx: Tx,
  sha256: Buffer,
  from: FileProgress,
  to: FileProgress,
): Promise<boolean> {
  const updated = await tx
    .updateTable('import_files')
    .set(to)
    .where('sha256', '=', sha256)
    .where('records', '=', from.records)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export const finishFile = (tx: Tx, sha256: Buffer, now: Date) =>
  tx.updateTable('import_files').set({ finished_at: now }).where('sha256', '=', sha256).execute()
