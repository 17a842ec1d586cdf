import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat, open, rm, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { commandLineAuditContext, recordAudit, type AuditContext } from '#server/audit/audit.ts'
import type { RefusedLine } from '#contract/imports.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import { backgroundCall, type Platform } from '#server/platform/work.ts'
import { csvLine } from '#contract/rules/csv-line.ts'
import { fileAt } from './decode-file.ts'
import { importBatch, importer } from './import-batch.ts'
import { detectFormat, readBatches, type FileFormat, type FileRecord } from './read-records.ts'

/** Of the whole file, including interrupted runs. */
export interface ImportCounts {
  imported: number
  /** Lines that an earlier run or an earlier line imported. */
  known: number
  refused: number
}

export interface ImportReporter {
  /** Called with the counts of an interrupted run that this one continues. */
  resumed(counts: ImportCounts): void
  refused(line: number, reason: string): void
  /** Called after every transaction; `share` of the file, from 0 to 1. */
  progress(counts: ImportCounts, share: number): void
}

const countsOf = ({ imported, known, refused }: FileProgress): ImportCounts => ({ imported, known, refused })

export async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** SQLSTATE class 22 (data exception) or 23 (integrity constraint violation). */
const isDataError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const refuseOtherImport = (name: string) => (): never =>
  refuse('conflict', `Another import of ${name} is under way.`)

interface Import {
  name: string
  sha256: Buffer
  /** The records after the first `skip`; `share` of the file, from 0 to 1. Each batch is a transaction. */
  batches: (skip: number) => AsyncIterable<{ records: FileRecord[]; share: number }>
  reporter: ImportReporter
  /** Continues the report of an interrupted run, which had `kept` bytes. Without it the import always starts anew. */
  openReport?: (kept: number) => Promise<OpenReport>
  auditContext: (tx: Tx, now: Date) => AuditContext
  /** Ends the import where its member may no longer import. */
  confirm?: ((tx: Tx) => Promise<void>) | undefined
}

/**
 * Imports an NDJSON or CSV file of any size by the command (product §5, import). Each transaction imports 500 orders and
 * stores the position at which an interrupted run continues.
 */
export async function importFile(
  platform: Platform,
  path: string,
  reporter: ImportReporter,
  reportPath: string,
  knownFormat?: FileFormat,
): Promise<ImportCounts> {
  const file = fileAt(path)
  const format = knownFormat ?? (await detectFormat(file))
  const { size } = await stat(path)
  return importOrders(platform, {
    name: basename(path),
    sha256: await hashFile(path),
    async *batches(skip) {
      for await (const { records, bytesRead } of readBatches(file, format, skip))
        yield { records, share: Math.min(1, bytesRead / size) }
    },
    reporter,
    openReport: (kept) => openRefusedReport(reportPath, kept),
    auditContext: (tx, now) => commandLineAuditContext(platform, tx, now),
  })
}

/** Repeats are recognised by id or content. 409 while another process imports the file. */
export async function importOrders(
  platform: Platform,
  { name, sha256, batches, reporter, openReport, auditContext, confirm }: Import,
): Promise<ImportCounts> {
  const refuseSecond = refuseOtherImport(name)

  async function run(): Promise<ImportCounts> {
    let progress = await inTransaction(platform.db, async (tx) => {
      const now = platform.clock()
      const by = auditContext(tx, now).who.name
      await insertOrRestartFile(tx, { sha256, name, by, now, isAnew: !openReport })
      return selectFileProgress(tx, sha256)
    })
    const report = (await openReport?.(progress.report_bytes)) ?? noReport
    if (progress.records > 0) reporter.resumed(countsOf(progress))
    progress = { ...progress, report_bytes: report.start }

    /** On a data error the records are imported one by one. */
    async function importRecords(records: readonly FileRecord[]): Promise<void> {
      const from = progress
      try {
        const { to, refused } = await inTransaction(platform.db, async (tx) => {
          await confirm?.(tx)
          const result = await importBatch({ ...backgroundCall(platform, importer), tx }, sha256, records)
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
      for await (const { records, share } of batches(progress.records)) {
        await importRecords(records)
        reporter.progress(countsOf(progress), share)
      }
      await inTransaction(platform.db, async (tx) => {
        const now = platform.clock()
        await finishFile(tx, sha256, now)
        await recordAudit(auditContext(tx, now), 'file imported', {
          name,
          sha256: sha256.toString('hex'),
          ...countsOf(progress),
        })
      })
    } finally {
      await report.end(progress.report_bytes)
    }
    return countsOf(progress)
  }

  return whileLocked(platform.db, `import ${sha256.toString('hex')}`, refuseSecond, run)
}

interface BegunFile {
  sha256: Buffer
  name: string
  by: string
  now: Date
  isAnew: boolean
}

/** A file that was imported completely starts anew, an interrupted one if `isAnew`. */
export const insertOrRestartFile = (tx: Tx, { sha256, name, by, now, isAnew }: BegunFile) =>
  tx
    .insertInto('import_files')
    .values({ sha256, started_at: now, finished_at: null, name, imported_by: by })
    .onConflict((conflict) =>
      conflict
        .column('sha256')
        .doUpdateSet({
          started_at: now,
          finished_at: null,
          name,
          imported_by: by,
          records: 0,
          imported: 0,
          known: 0,
          refused: 0,
          report_bytes: 0,
        })
        .where(({ or, eb, lit }) => or([eb('import_files.finished_at', 'is not', null), lit(isAnew)])),
    )
    .execute()

export const selectFileProgress = (tx: Tx, sha256: Buffer) =>
  tx
    .selectFrom('import_files')
    .select(['records', 'imported', 'known', 'refused', 'report_bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()

type FileProgress = Awaited<ReturnType<typeof selectFileProgress>>

/** False if a concurrent import of the file is further on. */
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

interface RefusedReport {
  /** Writes at position `at`, over what a failed transaction wrote there. Returns the new length. */
  write(at: number, records: readonly RefusedLine[]): Promise<number>
  /** Truncates the report to `length`; removes an empty one. */
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

type OpenReport = RefusedReport & { start: number }

const noReport: OpenReport = { start: 0, write: (at) => Promise.resolve(at), end: () => Promise.resolve() }

/** If the `kept` bytes of an earlier run are missing, `start` is 0 and the report starts anew. */
async function openRefusedReport(path: string, kept: number): Promise<OpenReport> {
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
      // The following transaction stores the report's length.
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
