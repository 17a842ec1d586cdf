import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { inTransaction } from '#server/platform/db/database.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/work.ts'
import {
  finishFile,
  insertOrRestartFile,
  selectFileProgress,
  updateFileProgress,
  type FileProgress,
} from './file-progress.queries.ts'
import { insertBatch } from './insert-batch.ts'
import { startPreparing, type BatchItem } from './prepare-ahead.ts'
import { detectFormat } from './read-records.ts'
import { openRefusedReport } from './refused-report.ts'

/** Of the whole file, also what a run did that was interrupted. */
export interface ImportCounts {
  imported: number
  /** Lines that an earlier run or an earlier line imported already. */
  known: number
  refused: number
}

export interface ImportReporter {
  /** A run that was interrupted had come so far; this one goes on there. */
  resumed(counts: ImportCounts): void
  /** A line that was refused, and why. */
  refused(line: number, reason: string): void
  /** After every transaction; `share` of the file, from 0 to 1. */
  progress(counts: ImportCounts, share: number): void
}

const countsOf = ({ imported, known, refused }: FileProgress): ImportCounts => ({ imported, known, refused })

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** SQLSTATE class 22 (data exception) or 23 (integrity constraint violation). */
const isDataError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const refuseOtherImport = (path: string) => (): never =>
  refuse('conflict', `Another import of ${path} is under way.`)

/**
 * Imports the orders of an NDJSON or CSV file of any size (product §5, import), in transactions of a thousand that also
 * note how far the file has come: one that was interrupted goes on there. A second run recognises imported orders by
 * their id or content and inserts nothing twice. Refused lines are also written to the CSV file `reportPath`.
 */
export async function importFile(
  platform: Platform,
  path: string,
  reporter: ImportReporter,
  reportPath: string,
): Promise<ImportCounts> {
  const format = await detectFormat(path)
  const sha256 = await hashFile(path)
  const { size } = await stat(path)
  const refuseSecond = refuseOtherImport(path)

  async function run(): Promise<ImportCounts> {
    let progress = await inTransaction(platform.db, async (tx) => {
      await insertOrRestartFile(tx, sha256, platform.clock())
      return selectFileProgress(tx, sha256)
    })
    const report = await openRefusedReport(reportPath, progress.report_bytes)
    if (progress.records > 0) reporter.resumed(countsOf(progress))
    let reportBytes = report.start
    const bulk = platform.openBulk()
    const preparing = await startPreparing(platform, path, format, progress.records)

    /** Inserts a part of the file and notes it, in one transaction; what the database refuses, in halves. */
    async function insert(items: readonly BatchItem[]): Promise<void> {
      const records = items.map(({ prepared }) => prepared)
      const from = progress
      try {
        const done = await bulk.transaction(async (transaction) => {
          const result = await insertBatch(transaction, records, platform.clock())
          if ('needNewIds' in result) return result
          const length = await report.write(reportBytes, result.refused)
          const to = {
            records: from.records + records.length,
            imported: from.imported + result.imported,
            known: from.known + result.known,
            refused: from.refused + result.refused.length,
            report_bytes: length,
          }
          if (!(await updateFileProgress(transaction.tx, sha256, from, to))) refuseSecond()
          return { ...result, to }
        })
        if ('needNewIds' in done) return insert(await preparing.prepareAgain(items, done.needNewIds))
        progress = done.to
        reportBytes = done.to.report_bytes
        preparing.returnIds(done.unusedIds)
        for (const { line, reason } of done.refused) reporter.refused(line, reason)
      } catch (error) {
        if (!isDataError(error)) throw error
        const [only, ...others] = items
        if (only && others.length === 0)
          return insert([{ ...only, prepared: { line: only.prepared.line, reason: error.message } }])
        const half = Math.ceil(items.length / 2)
        await insert(items.slice(0, half))
        await insert(items.slice(half))
      }
    }

    try {
      for await (const { items, bytesRead } of preparing.batches()) {
        await insert(items)
        reporter.progress(countsOf(progress), Math.min(1, bytesRead / size))
      }
      await inTransaction(platform.db, (tx) => finishFile(tx, sha256, platform.clock()))
    } finally {
      await preparing.end()
      await bulk.end()
      await report.end(reportBytes)
    }
    return countsOf(progress)
  }

  return whileLocked(platform.db, `import ${sha256.toString('hex')}`, refuseSecond, run)
}
