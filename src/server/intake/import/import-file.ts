import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { inTransaction } from '#server/platform/db/database.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import { backgroundCall, type Platform } from '#server/platform/work.ts'
import {
  finishFile,
  insertOrRestartFile,
  selectFileProgress,
  updateFileProgress,
  type FileProgress,
} from './file-progress.queries.ts'
import { importBatch, importer } from './import-batch.ts'
import { detectFormat, readBatches, type FileRecord } from './read-records.ts'
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
 * Imports the orders of an NDJSON or CSV file of any size (product §5, import), in transactions of five hundred that also
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
    progress = { ...progress, report_bytes: report.start }

    /** Imports a part of the file and notes it, in one transaction; what the database refuses, record by record. */
    async function importRecords(records: readonly FileRecord[]): Promise<void> {
      const from = progress
      try {
        const { to, refused } = await inTransaction(platform.db, async (tx) => {
          const result = await importBatch({ ...backgroundCall(platform, importer), tx }, records)
          const noted = {
            records: from.records + records.length,
            imported: from.imported + result.imported,
            known: from.known + result.known,
            refused: from.refused + result.refused.length,
            report_bytes: await report.write(from.report_bytes, result.refused),
          }
          if (!(await updateFileProgress(tx, sha256, from, noted))) refuseSecond()
          return { to: noted, refused: result.refused }
        })
        progress = to
        for (const { line, reason } of refused) reporter.refused(line, reason)
      } catch (error) {
        if (!isDataError(error)) throw error
        const [only, ...others] = records
        if (only && others.length === 0) return importRecords([{ line: only.line, reason: error.message }])
        for (const record of records) await importRecords([record])
      }
    }

    try {
      for await (const { records, bytesRead } of readBatches(path, format, progress.records)) {
        await importRecords(records)
        reporter.progress(countsOf(progress), Math.min(1, bytesRead / size))
      }
      await inTransaction(platform.db, (tx) => finishFile(tx, sha256, platform.clock()))
    } finally {
      await report.end(progress.report_bytes)
    }
    return countsOf(progress)
  }

  return whileLocked(platform.db, `import ${sha256.toString('hex')}`, refuseSecond, run)
}
