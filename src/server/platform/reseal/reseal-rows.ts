import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import { sealingKeyId, type Seal } from '../seal.ts'
import type { SealedColumn, SealedColumnName, SealedTable } from '../sealed-columns.ts'

/** A row of any table, and which version of it was read: its place, and the transaction that wrote it there. */
export type AnyRow = Record<string, unknown> & { place: string; version: string }

const rowsPerBatch = 200

const keyOf = ({ key }: SealedTable) => sql`(${sql.join(key.map((column) => sql.ref(column)))})`
const keyValues = ({ key }: SealedTable, row: AnyRow) => sql`(${sql.join(key.map((column) => row[column]))})`

/** What of a readable column is to be sealed; the keys that stay readable are left out. */
const readablePart = ({ replaces, kept }: SealedColumn): RawBuilder<unknown> =>
  kept
    ? sql`nullif(${sql.ref(replaces ?? '')} - ${[...kept]}::text[], '{}'::jsonb)`
    : sql`${sql.ref(replaces ?? '')}`

/** What is to be sealed, among the columns of a row that was read. */
const readableName = ({ column }: SealedColumn) => `to_seal_${column}`

const isCurrent = (sealed: Buffer, { currentHeader }: Seal) =>
  sealed.subarray(0, currentHeader.length).equals(currentHeader)

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
    column.replaces === undefined ? [] : [sql`, ${readablePart(column)} as ${sql.ref(readableName(column))}`],
  )
  const { rows } = await sql<AnyRow>`
    select *, ctid::text as place, xmin::text as version ${sql.join(parts, sql` `)}
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

/** The value of a sealed column under the current key; throws where it does not open. */
function resealed(table: SealedTable, column: SealedColumn, row: AnyRow, seal: Seal): Buffer | null {
  // The tables are the source of the places' names.
  const sealedColumn = `${table.table}.${column.column}` as SealedColumnName
  const rowId = String(row[column.boundTo])
  const [sealed, readable] = [row[column.column], row[readableName(column)] ?? null]
  if (Buffer.isBuffer(sealed))
    return isCurrent(sealed, seal) ? sealed : seal.reseal(sealedColumn, rowId, sealed)
  return readable === null ? null : seal.seal(sealedColumn, rowId, readable)
}

/** What is left of a readable column once its content is sealed. */
const emptied = ({ replaces = '', kept }: SealedColumn): RawBuilder<unknown> =>
  kept
    ? sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(t.${sql.ref(replaces)})
        where key = any(${[...kept]}::text[]))`
    : sql`null`

interface Written {
  resealed: number
  /** Rows that somebody changed since they were read, to be taken again. */
  toRepeat: number
  /** Ids of the keys of rows that did not open. */
  unopened: string[]
}

/** Writes rows anew, each only in the version in which it was read. */
export async function resealRows(
  tx: Tx,
  table: SealedTable,
  rows: readonly AnyRow[],
  seal: Seal,
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
  const sealedParts = names.map((name) => sql`${name} = v.${name}`)
  const readableParts = columns.flatMap((column) =>
    column.replaces === undefined ? [] : [sql`${sql.ref(column.replaces)} = ${emptied(column)}`],
  )
  const { numAffectedRows } = await sql`
    update ${sql.table(table.table)} t
    set ${sql.join([...sealedParts, ...readableParts])}
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
export async function passOver(
  db: Db,
  table: SealedTable,
  seal: Seal,
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
