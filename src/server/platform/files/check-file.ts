import { createHash } from 'node:crypto'
import { ChangedFileError } from './sealed-chunks.ts'
import { UnopenedFileError, type SealedFiles } from './sealed-files.ts'
import type { FileRow } from './stored-files.ts'

export type FileFault = 'missing' | 'changed' | 'unopened' | 'unreadable'

const faultsOfErrors = [
  [ChangedFileError, 'changed'],
  [UnopenedFileError, 'unopened'],
] as const

/**
 * Reads a row's file to its end: the file's key authenticates each chunk, and the row's checksum the whole. Null where
 * the file is intact.
 */
export async function faultOfFile(files: SealedFiles, row: FileRow): Promise<FileFault | null> {
  try {
    const file = await files.open(row.kind.sealedColumn, row)
    if (!file) return 'missing'
    const hash = createHash('sha256')
    for await (const part of file.read()) hash.update(part as Buffer)
    return row.checksum && !hash.digest().equals(row.checksum) ? 'changed' : null
  } catch (error) {
    return faultsOfErrors.find(([kind]) => error instanceof kind)?.[1] ?? 'unreadable'
  }
}
