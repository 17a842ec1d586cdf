import { inTransaction, type Tx } from '../db/database.ts'
import type { Platform } from '../work.ts'
import type { SealedFile } from './sealed-files.ts'

/**
 * Writes files, then their rows in one transaction, so that a row always has its file (product §7). Removes the files
 * where `writeRows` rejects or returns false. A file that cannot be removed becomes an orphan, which a job removes.
 */
export async function storeWithRows<T>(
  { files, db }: Pick<Platform, 'files' | 'db'>,
  newFiles: readonly SealedFile[],
  writeRows: (tx: Tx) => Promise<T>,
): Promise<T> {
  const stored: SealedFile[] = []
  const remove = () => Promise.allSettled(stored.map(({ name }) => files.remove(name)))
  // After a connection lost during the commit, the rows may exist, so the files must stay.
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
