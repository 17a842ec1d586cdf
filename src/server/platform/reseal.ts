import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from './db/database.ts'
import { resealJobs } from './jobs/sealed-payload.ts'
import { sealingKeyId, type Sealing } from './seal.ts'
import { sealedTables, type SealedColumn, type SealedColumnName, type SealedTable } from './sealed-columns.ts'
import { forgetFormerKeys, resealServerKeys } from './server-keys.ts'
import type { Platform } from './work.ts'

/** A row of any table, and which version of it was read: its place (ctid), and the transaction that wrote it there. */
type AnyRow = Record<string, unknown> & { place: string; version: string }

const rowsPerBatch = 200

const keyOf = ({ key }: SealedTable) => sql`(${sql.join(key.map((column) => sql.ref(column)))})`
const keyValues = ({ key }: SealedTable, row: AnyRow) => sql`(${sql.join(key.map((column) => row[column]))})`

const isCurrent = (sealed: Buffer, { currentHeader }: Sealing) =>
  sealed.subarray(0, currentHeader.length).equals(currentHeader)

/** The column holds something that another key sealed. */
const needsReseal = ({ column }: SealedColumn, header: Buffer): RawBuilder<boolean> =>
  sql`substring(${sql.ref(column)} from 1 for ${header.length}) <> ${header}`

/** The next rows after `last`, in the order of their key, that are to be sealed anew. */
export async function selectRowsToReseal(
  tx: Tx,
  table: SealedTable,
  seal: Sealing,
  last: AnyRow | null,
): Promise<AnyRow[]> {
  // Passing over a million rows that are done takes longer than any other statement may.
  await sql`set local statement_timeout = 0`.execute(tx)
  const after = last ? sql`${keyOf(table)} > ${keyValues(table, last)} and` : sql``
  const { rows } = await sql<AnyRow>`
    select *, ctid::text as place, xmin::text as version from ${sql.table(table.table)}
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
  // The tables are the source of the places' names.
  const sealedColumn = `${table.table}.${column.column}` as SealedColumnName
  const rowId = String(row[column.boundTo])
  const sealed = row[column.column]
  if (!Buffer.isBuffer(sealed)) return null
  return isCurrent(sealed, seal) ? sealed : seal.reseal(sealedColumn, rowId, sealed)
}

interface Written {
  resealed: number
  /** Rows that were changed since they were read, to be taken again. */
  toRepeat: number
  /** Ids of the keys of rows that did not open. */
  unopened: string[]
}

/** Writes rows anew, each only in the version in which it was read. */
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
    from unnest(${opened.map(({ row }) => row.place)}::text[], ${opened.map(({ row }) => row.version)}::text[],
      ${sql.join(arrays)}) as v (place, version, ${sql.join(names)})
    where t.ctid = v.place::tid and t.xmin::text = v.version
  `.execute(tx)
  const count = Number(numAffectedRows ?? 0)
  return { resealed: count, toRepeat: opened.length - count, unopened }
}

/** The keys of a row's columns, for rows that do not open. */
const keyIdsOf = (table: SealedTable, row: AnyRow): string[] =>
  table.columns.flatMap(({ column }) => {
    const sealed = row[column]
    return Buffer.isBuffer(sealed) ? [sealingKeyId(sealed)] : []
  })

/** Goes through a table once, in batches of a transaction each. */
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
  /** After every batch: how many rows of a table have been sealed anew. */
  progress(what: string, count: number): void
}

export interface ResealResult {
  rows: number
  /** Rows that a server sealed by another key after the first round had passed them. */
  lateRows: number
  /** Ids of the data keys that are still needed, the current one first. */
  keyIds: string[]
  /** The current key alone is needed from now on. */
  isFinished: boolean
}

type Resealed = Pick<Platform, 'db' | 'seal'>

interface Round {
  resealed: number
  /** Rows that were changed meanwhile, to be taken again. */
  toRepeat: number
  unopened: string[]
}

/** Goes through all tables and the jobs once. */
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
 * Round after round, until one finds nothing to do, or more than the one before left to it: then a server still seals by
 * another key, and may do so for as long as this goes on.
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
 * Seals by the current data key what another sealed: rows, the keys of files, the payloads of jobs. It may be ended and begun
 * again at any time, and the server may serve meanwhile.
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
