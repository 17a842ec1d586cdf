import { open, rm, type FileHandle } from 'node:fs/promises'
import { csvLine } from '#server/platform/spreadsheet/csv.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { RefusedRecord } from './import-batch.ts'

/** The lines of a file that were refused, as CSV. */
export interface RefusedReport {
  /** Writes from `at` on, over what a transaction that failed has left there; answers the length. */
  write(at: number, records: readonly RefusedRecord[]): Promise<number>
  /** Cuts off what is behind; a report of nothing is removed. */
  end(length: number): Promise<void>
}

async function openForWriting(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(path, 'wx+', 0o600)
      throw error
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return refuse('invalid', `The report cannot be written: ${reason}. Name another by --report.`)
  }
}

/**
 * Opens the report, of which a former run has written `kept` bytes. Where these are not there any more, `start` is 0: the
 * report begins anew.
 */
export async function openRefusedReport(
  path: string,
  kept: number,
): Promise<RefusedReport & { start: number }> {
  const file = await openForWriting(path)
  const { size } = await file.stat()
  const start = size >= kept ? kept : 0
  return {
    start,
    async write(at, records) {
      if (records.length === 0) return at
      const lines = records.map(({ line, reason }) => csvLine([line, reason])).join('')
      const text = at === 0 ? csvLine(['line', 'reason']) + lines : lines
      const { bytesWritten } = await file.write(Buffer.from(text), 0, null, at)
      // The transaction that follows relies on it.
      await file.datasync()
      return at + bytesWritten
    },
    async end(length) {
      await file.truncate(length)
      await file.close()
      if (length === 0) await rm(path, { force: true })
    },
  }
}
