import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from './db/database.ts'
import { resealJobs } from './jobs/sealed-payload.ts'
import { sealingKeyId, type Sealing } from './seal.ts'
import { sealedTables, type SealedColumn, type SealedColumnName, type SealedTable } from './sealed-columns.ts'
import { forgetFormerKeys, resealServerKeys } from './server-keys.ts'
import type { Platform } from './work.ts'

/** A row of any table, with the position and the writing transaction of the version that was read. */
type AnyRow = Record<string, unknown> & { tid: string; version: string }

const rowsPerBatch = 200

const keyOf = ({ key }: SealedTable) => sql`(${sql.join(key.map((column) => sql.ref(column)))})`
const keyValues = ({ key }: SealedTable, row: AnyRow) => sql`(${sql.join(key.map((column) => row[column]))})`

const isCurrent = (sealed: Buffer, { currentHeader }: Sealing) =>
  sealed.subarray(0, currentHeader.length).equals(currentHeader)

const needsReseal = ({ column }: SealedColumn, header: Buffer): RawBuilder<boolean> =>
  sql`substring(${sql.ref(column)} from 1 for ${header.length}) <> ${header}`

export async function selectRowsToReseal(
  tx: Tx,
  table: SealedTable,
  seal: Sealing,
  last: AnyRow | null,
): Promise<AnyRow[]> {
  // Skipping a million finished rows takes longer than the usual timeout.
  await sql`set local statement_timeout = 0`.execute(tx)
  const after = last ? sql`${keyOf(table)} > ${keyValues(table, last)} and` : sql``
  const { rows } = await sql<AnyRow>`
    select *, ctid::text as tid, xmin::text as version from ${sql.table(table.table)}
    where ${after} (${sql.join(
      table.columns.map((column) => needsReseal(column, seal.currentHeader)),
      sql` or `,
    )})
    order by ${sql.join(table.key.map((column) => sql.ref(column)))}
    limit ${rowsPerBatch}
  `.execute(tx)
  return rows
}

/** The value of a sealed column under the current key; throws where it does not open. */
function resealed(table: SealedTable, column: SealedColumn, row: AnyRow, seal: Sealing): Buffer | null {
  // The tables are the source of the names.
  const sealedColumn = `${table.table}.${column.column}` as SealedColumnName
  const rowId = String(row[column.boundTo])
  const sealed = row[column.column]
  if (!Buffer.isBuffer(sealed)) return null
  return isCurrent(sealed, seal) ? sealed : seal.reseal(sealedColumn, rowId, sealed)
}

interface Written {
  resealed: number
  toRepeat: number
  unopened: string[]
}

/** Writes rows, each only in the version that was read. */
export async function resealRows(
  tx: Tx,
  table: SealedTable,
  rows: readonly AnyRow[],
  seal: Sealing,
): Promise<Written> {
  const { columns } = table
  const unopened: string[] = []
  const opened = rows.flatMap((row) => {
    try {
      return [{ row, values: columns.map((column) => resealed(table, column, row, seal)) }]
    } catch {
      unopened.push(...keyIdsOf(table, row))
      return []
    }
  })
  if (opened.length === 0) return { resealed: 0, toRepeat: 0, unopened }
  const arrays = columns.map((_, index) => sql`${opened.map(({ values }) => values[index] ?? null)}::bytea[]`)
  const names = columns.map(({ column }) => sql.ref(column))
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)} t
    set ${sql.join(names.map((name) => sql`${name} = v.${name}`))}
    from unnest(${opened.map(({ row }) => row.tid)}::text[], ${opened.map(({ row }) => row.version)}::text[],
      ${sql.join(arrays)}) as v (tid, version, ${sql.join(names)})
    where t.ctid = v.tid::tid and t.xmin::text = v.version
  `.execute(tx)
  const count = Number(numAffectedRows ?? 0)
  return { resealed: count, toRepeat: opened.length - count, unopened }
}

const keyIdsOf = (table: SealedTable, row: AnyRow): string[] =>
  table.columns.flatMap(({ column }) => {
    const sealed = row[column]
    return Buffer.isBuffer(sealed) ? [sealingKeyId(sealed)] : []
  })

/** Walks a table once; each batch is a transaction. */
async function passOver(
  db: Db,
  table: SealedTable,
  seal: Sealing,
  onBatch: (resealed: number) => void,
): Promise<Written> {
  const pass: Written = { resealed: 0, toRepeat: 0, unopened: [] }
  for (let last: AnyRow | null = null; ;) {
    const after: AnyRow | null = last
    const { rows, ...batch } = await inTransaction(db, async (tx) => {
      const rows = await selectRowsToReseal(tx, table, seal, after)
      return { rows, ...(await resealRows(tx, table, rows, seal)) }
    })
    pass.resealed += batch.resealed
    pass.toRepeat += batch.toRepeat
    pass.unopened.push(...batch.unopened)
    onBatch(batch.resealed)
    last = rows.at(-1) ?? null
    if (rows.length < rowsPerBatch) return pass
  }
}

export interface ResealReporter {
  progress(what: string, count: number): void
}

export interface ResealResult {
  rows: number
  /** Rows sealed with another key by a server after the first round. */
  lateRows: number
  keyIds: string[]
  isFinished: boolean
}

type Resealed = Pick<Platform, 'db' | 'seal'>

interface Round {
  resealed: number
  toRepeat: number
  unopened: string[]
}

async function resealRound({ db, seal }: Resealed, reporter: ResealReporter): Promise<Round> {
  const round: Round = { resealed: 0, toRepeat: 0, unopened: [] }
  for (const table of sealedTables) {
    let count = 0
    const pass = await passOver(db, table, seal, (resealed) => {
      count += resealed
      if (resealed > 0) reporter.progress(table.table, count)
    })
    round.resealed += pass.resealed
    round.toRepeat += pass.toRepeat
    round.unopened.push(...pass.unopened)
  }
  const jobs = await inTransaction(db, (tx) => resealJobs(tx, seal))
  round.resealed += jobs.resealed
  round.unopened.push(...jobs.unopened)
  return round
}

/**
 * Repeats rounds until one finds nothing, or more than the previous one left: then a server still seals with another
 * key, and rounds would never end.
 */
async function resealTables(platform: Resealed, reporter: ResealReporter) {
  const unopened = new Set<string>()
  let rows = 0
  for (let expected = Infinity; ;) {
    const round = await resealRound(platform, reporter)
    rows += round.resealed
    for (const id of round.unopened) unopened.add(id)
    const lateRows = Math.max(0, round.resealed - expected)
    if (lateRows > 0 || round.resealed + round.toRepeat === 0) return { rows, lateRows, unopened }
    expected = round.toRepeat
  }
}

/**
 * Reseals rows, file keys and job payloads with the current data key. Can be stopped and repeated at any time, while
 * servers serve.
 */
export async function reseal(platform: Resealed, reporter: ResealReporter): Promise<ResealResult> {
  const { db, seal } = platform
  const { rows, lateRows, unopened } = await resealTables(platform, reporter)
  const isFinished = lateRows === 0 && unopened.size === 0
  const needed = await inTransaction(db, async (tx) => {
    const ids = await resealServerKeys(tx, seal)
    if (!isFinished) return ids
    await forgetFormerKeys(tx, seal)
    return []
  })
  const keyIds = [...new Set([seal.currentKeyId, ...needed, ...unopened])]
  return { rows, lateRows, keyIds, isFinished }
}
