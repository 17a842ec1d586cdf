import pLimit from 'p-limit'
import { inTransaction, type Db } from '../db/database.ts'
import type { Platform } from '../work.ts'
import { faultOfFile, type FileFault } from './check-file.ts'
import type { FileStore } from './file-store.ts'
import { walkOrphans } from './orphaned-files.ts'
import { holdFileRow, sampleFileRows, walkFileRows, type FileRow } from './stored-files.ts'

/** ms. A younger file may belong to an uncommitted row. */
const minOrphanAge = 60 * 60 * 1000
const readsAtOnce = 4

export interface FileReporter {
  progress(count: number): void
  fault(fault: FileFault, row: FileRow): void
  orphan(name: string): void
}

type Verified = Pick<Platform, 'db' | 'files' | 'clock'>

const isStillNamed = (db: Db, row: FileRow) => inTransaction(db, (tx) => holdFileRow(tx, row))

/** Reads files to their end and returns their number. Rows may be deleted or name another file meanwhile. */
async function checkFiles(
  { db, files }: Verified,
  batches: AsyncIterable<FileRow[]>,
  reporter: FileReporter,
): Promise<number> {
  const limit = pLimit(readsAtOnce)
  let count = 0
  for await (const rows of batches) {
    const faults = await limit.map(rows, async (row) => {
      const fault = await faultOfFile(files, row)
      return fault !== null && (await isStillNamed(db, row)) ? { fault, row } : null
    })
    for (const found of faults) if (found) reporter.fault(found.fault, found.row)
    count += rows.length
    reporter.progress(count)
  }
  return count
}

/** Checks the file of every row, and finds files without a row. Returns the number of rows. */
export async function verifyFiles(
  platform: Verified,
  store: FileStore,
  reporter: FileReporter,
): Promise<number> {
  const { db, clock } = platform
  const count = await checkFiles(platform, walkFileRows(db), reporter)
  const before = new Date(clock().getTime() - minOrphanAge)
  for await (const names of walkOrphans(db, store, before))
    for (const name of names) if ((await store.size(name)) !== null) reporter.orphan(name)
  return count
}

/** The same for `size` random rows, without the search for orphans. */
export const verifySampleOfFiles = async (
  platform: Verified,
  size: number,
  reporter: FileReporter,
): Promise<number> => checkFiles(platform, sampleFileRows(platform.db, size), reporter)
