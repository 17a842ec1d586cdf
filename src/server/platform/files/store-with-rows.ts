import { inTransaction, type Tx } from '../db/database.ts'
import type { Platform } from '../work.ts'

interface NewFile {
  name: string
  bytes: Buffer
}

/**
 * Writes files, then in one transaction the rows that name them: a row always has its file (product §7). Files whose
 * rows are not written go again, be it that `writeRows` rejects or that it answers false.
 */
export async function storeWithRows<T>(
  { files, db }: Pick<Platform, 'files' | 'db'>,
  added: readonly NewFile[],
  writeRows: (tx: Tx) => Promise<T>,
): Promise<T> {
  const remove = () => Promise.all(added.map(({ name }) => files.remove(name)))
  // If the connection broke during the commit, the rows may exist, so the files must stay.
  let mayBeCommitted = false
  try {
    for (const { name, bytes } of added) await files.put(name, bytes)
    const written = await inTransaction(db, async (tx) => {
      mayBeCommitted = false
      const result = await writeRows(tx)
      mayBeCommitted = result !== false
      return result
    })
    if (written === false) await remove()
    return written
  } catch (error) {
    if (!mayBeCommitted) await remove()
    throw error
  }
}
