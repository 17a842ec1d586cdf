import { inTransaction, type Tx } from '../db/database.ts'
import type { Platform } from '../work.ts'
import type { SealedFile } from './sealed-files.ts'

/**
 * Writes files, then in one transaction the rows that refer to them, so that a row always has its file (product §7). The
 * files are removed where `writeRows` rejects or returns false; one that cannot be is removed later as one without a row.
 */
export async function storeWithRows<T>(
  { files, db }: Pick<Platform, 'files' | 'db'>,
  newFiles: readonly SealedFile[],
  writeRows: (tx: Tx) => Promise<T>,
): Promise<T> {
  const stored: SealedFile[] = []
  const remove = () => Promise.allSettled(stored.map(({ name }) => files.remove(name)))
  // If the connection broke during the commit, the rows may exist, so the files must stay.
  let mayBeCommitted = false
  try {
    for (const file of newFiles) {
      await files.put(file)
      stored.push(file)
    }
    const result = await inTransaction(db, async (tx) => {
      mayBeCommitted = false
      const result = await writeRows(tx)
      mayBeCommitted = result !== false
      return result
    })
    if (result === false) await remove()
    return result
  } catch (error) {
    if (!mayBeCommitted) await remove()
    throw error
  }
}
