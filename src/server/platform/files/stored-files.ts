import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Db, type Tx } from '../db/database.ts'
import type { FileKeyColumn, FileReference } from './sealed-files.ts'

export interface StoredFiles {
  sealedColumn: FileKeyColumn
  title: string
  table: 'documents' | 'message_files' | 'proposals'
  name: string
  key: string
  /** The column with the content's SHA-256; null for previews, which only their seal authenticates. */
  checksum: string | null
  orders: RawBuilder<string | null>
  /** Whether several rows may name the same file: one mail may concern several orders. */
  isShared: boolean
}

const ofDocument = sql<string>`order_id::text`
const ofProposal = sql<string | null>`nullif(array_to_string(order_ids, ', '), '')`

export const storedFiles: readonly StoredFiles[] = [
  {
    sealedColumn: 'documents.file_key',
    title: 'document',
    table: 'documents',
    name: 'stored_as',
    key: 'file_key',
    checksum: 'sha256',
    orders: ofDocument,
    isShared: false,
  },
  {
    sealedColumn: 'documents.preview_key',
    title: 'preview of a document',
    table: 'documents',
    name: 'preview_file',
    key: 'preview_key',
    checksum: null,
    orders: ofDocument,
    isShared: false,
  },
  {
    sealedColumn: 'message_files.file_key',
    title: 'file of a message',
    table: 'message_files',
    name: 'stored_as',
    key: 'file_key',
    checksum: 'sha256',
    orders: sql`(select order_id::text from messages where messages.id = message_files.message_id)`,
    isShared: true,
  },
  {
    sealedColumn: 'proposals.file_key',
    title: 'proposed document',
    table: 'proposals',
    name: 'stored_as',
    key: 'file_key',
    checksum: 'sha256',
    orders: ofProposal,
    isShared: false,
  },
  {
    sealedColumn: 'proposals.preview_key',
    title: 'preview of a proposed document',
    table: 'proposals',
    name: 'preview_file',
    key: 'preview_key',
    checksum: null,
    orders: ofProposal,
    isShared: false,
  },
]

export interface FileRow extends FileReference {
  id: number
  kind: StoredFiles
  checksum: Buffer | null
  orders: string | null
}

const selection = (kind: StoredFiles) => sql`
  id, ${sql.ref(kind.name)} as name, ${sql.ref(kind.key)} as key, ${kind.orders} as orders,
  ${kind.checksum === null ? sql`null` : sql.ref(kind.checksum)} as checksum`

const ofKind = (kind: StoredFiles, rows: Omit<FileRow, 'kind'>[]): FileRow[] =>
  rows.map((row) => ({ ...row, kind }))

async function selectFileRows(db: Db, kind: StoredFiles, after: number, limit: number): Promise<FileRow[]> {
  const { rows } = await sql<Omit<FileRow, 'kind'>>`
    select ${selection(kind)} from ${sql.table(kind.table)}
    where id > ${after} and ${sql.ref(kind.name)} is not null
    order by id limit ${limit}
  `.execute(db)
  return ofKind(kind, rows)
}

const rowsAtOnce = 100

/** Every row with a file, in batches, rows added meanwhile included. */
export async function* walkFileRows(db: Db): AsyncGenerator<FileRow[]> {
  for (const kind of storedFiles)
    for (let after = 0; ;) {
      const rows = await selectFileRows(db, kind, after, rowsAtOnce)
      const last = rows.at(-1)
      if (!last) break
      after = last.id
      yield rows
    }
}

/** `count` random rows with a file, among all kinds, in batches. */
export async function* sampleFileRows(db: Db, count: number): AsyncGenerator<FileRow[]> {
  const drawn = await inTransaction(db, (tx) => drawFileRows(tx, count))
  for (const kind of storedFiles) {
    const ids = drawn.filter(({ sealedColumn }) => sealedColumn === kind.sealedColumn).map(({ id }) => id)
    for (let start = 0; start < ids.length; start += rowsAtOnce) {
      const { rows } = await sql<Omit<FileRow, 'kind'>>`
        select ${selection(kind)} from ${sql.table(kind.table)}
        where id = any(${ids.slice(start, start + rowsAtOnce)}::bigint[])
      `.execute(db)
      yield ofKind(kind, rows)
    }
  }
}

async function drawFileRows(tx: Tx, count: number): Promise<{ sealedColumn: FileKeyColumn; id: number }[]> {
  // Drawing from a million rows takes longer than the usual timeout.
  await sql`set local statement_timeout = 0`.execute(tx)
  const kinds = storedFiles.map(
    (kind) => sql`
      select ${kind.sealedColumn} as "sealedColumn", id from ${sql.table(kind.table)} where ${sql.ref(kind.name)} is not null`,
  )
  const { rows } = await sql<{ sealedColumn: FileKeyColumn; id: number }>`
    select "sealedColumn", id from (${sql.join(kinds, sql` union all `)}) as files order by random() limit ${count}
  `.execute(tx)
  return rows
}

/** Whether the row still names this file. Locks the row against deletion and change until the transaction ends. */
export async function holdFileRow(tx: Tx, { kind, id, name }: FileRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(kind.table)} where id = ${id} and ${sql.ref(kind.name)} = ${name} for share
  `.execute(tx)
  return rows.length > 0
}

export async function selectUnnamed(tx: Tx, names: readonly string[]): Promise<string[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const given = sql`any(${[...names]}::text[])`
  const { rows } = await sql<{ name: string }>`
    select unnest(${[...names]}::text[]) as name
    except (
      select stored_as from documents where stored_as = ${given}
      union all select preview_file from documents where preview_file = ${given}
      union all select stored_as from message_files where stored_as = ${given}
      union all select stored_as from proposals where stored_as = ${given}
      union all select preview_file from proposals where preview_file = ${given}
      union all select name from erased_files where place = 'store' and name = ${given}
    )
    order by name
  `.execute(tx)
  return rows.map(({ name }) => name)
}
