import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import { sealingKeyId, type Seal } from '../seal.ts'
import type { SealedColumn, SealedPlace, SealedTable } from '../sealed-columns.ts'

/** A row of any table, and which version of it was read. */
export type AnyRow = Record<string, unknown> & { version: string }

const rowsPerBatch = 200

const keyOf = ({ key }: SealedTable) => sql`(${sql.join(key.map((column) => sql.ref(column)))})`
const keyValues = ({ key }: SealedTable, row: AnyRow) => sql`(${sql.join(key.map((column) => row[column]))})`

/** What of a readable column is to be sealed; the keys that stay readable are left out. */
const readablePart = ({ replaces, kept }: SealedColumn): RawBuilder<unknown> =>
  kept
    ? sql`nullif(${sql.ref(replaces ?? '')} - ${[...kept]}::text[], '{}'::jsonb)`
    : sql`${sql.ref(replaces ?? '')}`

/** The column holds something readable, or something that another key or an older version sealed. */
function needsReseal(column: SealedColumn, header: Buffer): RawBuilder<boolean> {
  const isOfFormerKey = sql<boolean>`substring(${sql.ref(column.column)} from 1 for ${header.length}) <> ${header}`
  return column.replaces === undefined
    ? isOfFormerKey
    : sql`(${isOfFormerKey} or ${readablePart(column)} is not null)`
}

/** The next rows after `last`, in the order of their key, that are to be sealed anew. */
export async function selectRowsToReseal(
  tx: Tx,
  table: SealedTable,
  seal: Seal,
  last: AnyRow | null,
): Promise<AnyRow[]> {
  // Passing over a million rows that are done takes longer than any other statement may.
  await sql`set local statement_timeout = 0`.execute(tx)
  const after = last ? sql`${keyOf(table)} > ${keyValues(table, last)} and` : sql``
  const parts = table.columns.flatMap((column) =>
    column.replaces === undefined
      ? []
      : [sql`, ${readablePart(column)} as ${sql.ref(`to_seal_${column.column}`)}`],
  )
  const { rows } = await sql<AnyRow>`
    select *, xmin::text as version ${sql.join(parts, sql` `)}
    from ${sql.table(table.table)}
    where ${after} (${sql.join(
      table.columns.map((column) => needsReseal(column, seal.currentHeader)),
      sql` or `,
    )})
    order by ${sql.join(table.key.map((column) => sql.ref(column)))}
    limit ${rowsPerBatch}
  `.execute(tx)
  return rows
}

interface Change {
  column: string
  value: unknown
}

/** What changes of one column; throws where it does not open. */
function changesOf(table: SealedTable, column: SealedColumn, row: AnyRow, seal: Seal): Change[] {
  // The tables are the source of the places' names.
  const place = `${table.table}.${column.column}` as SealedPlace
  const rowId = String(row[column.boundTo])
  const [sealed, readable] = [row[column.column], row[`to_seal_${column.column}`] ?? null]
  const changes: Change[] = []
  if (Buffer.isBuffer(sealed)) {
    if (!sealed.subarray(0, seal.currentHeader.length).equals(seal.currentHeader))
      changes.push({ column: column.column, value: seal.reseal(place, rowId, sealed) })
  } else if (readable !== null)
    changes.push({ column: column.column, value: seal.seal(place, rowId, readable) })
  if (readable !== null && column.replaces)
    changes.push({
      column: column.replaces,
      value: column.kept ? sql`${sql.ref(column.replaces)} - ${Object.keys(readable)}::text[]` : null,
    })
  return changes
}

/** Writes a row anew; false where somebody changed it since it was read, so that it is taken again. */
export async function resealRow(tx: Tx, table: SealedTable, row: AnyRow, seal: Seal): Promise<boolean> {
  const changes = table.columns.flatMap((column) => changesOf(table, column, row, seal))
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)}
    set ${sql.join(changes.map(({ column, value }) => sql`${sql.ref(column)} = ${value}`))}
    where ${keyOf(table)} = ${keyValues(table, row)} and xmin::text = ${row.version}
  `.execute(tx)
  return numAffectedRows === 1n
}

/** How a pass over a table ended. */
export interface Pass {
  resealed: number
  /** Rows that were changed meanwhile. */
  toRepeat: number
  /** Ids of the keys of rows that did not open. */
  unopened: Set<string>
}

/** The keys of a row's columns, for rows that do not open. */
const keyIdsOf = (table: SealedTable, row: AnyRow): string[] =>
  table.columns.flatMap(({ column }) => {
    const sealed = row[column]
    return Buffer.isBuffer(sealed) ? [sealingKeyId(sealed)] : []
  })

/** Goes through a table once, in batches of a transaction each. */
export async function passOver(
  db: Db,
  table: SealedTable,
  seal: Seal,
  onBatch: (resealed: number) => void,
): Promise<Pass> {
  const pass: Pass = { resealed: 0, toRepeat: 0, unopened: new Set() }
  for (let last: AnyRow | null = null; ;) {
    const after: AnyRow | null = last
    const batch = await inTransaction(db, async (tx) => {
      const rows = await selectRowsToReseal(tx, table, seal, after)
      const done = { resealed: 0, toRepeat: 0, unopened: [] as string[], rows }
      for (const row of rows) {
        const outcome = await tryReseal(tx, table, row, seal)
        if (outcome === 'unopened') done.unopened.push(...keyIdsOf(table, row))
        else done[outcome] += 1
      }
      return done
    })
    pass.resealed += batch.resealed
    pass.toRepeat += batch.toRepeat
    for (const id of batch.unopened) pass.unopened.add(id)
    onBatch(batch.resealed)
    last = batch.rows.at(-1) ?? null
    if (batch.rows.length < rowsPerBatch) return pass
  }
}

async function tryReseal(tx: Tx, table: SealedTable, row: AnyRow, seal: Seal) {
  try {
    return (await resealRow(tx, table, row, seal)) ? 'resealed' : 'toRepeat'
  } catch (error) {
    // The database's own errors end the transaction; others say that the row does not open.
    if (error instanceof Error && 'severity' in error) throw error
    return 'unopened'
  }
}
