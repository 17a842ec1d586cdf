import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { openPayload } from '#server/platform/jobs/sealed-payload.ts'
import { sealedTables, type SealedColumnName } from '#server/platform/sealed-columns.ts'
import { cardNumber, cardSpellings, plainDigits } from './card-numbers.ts'
import type { TestApp } from './test-app.ts'

/** Card numbers that were sent, and by which way. */
export interface PlantedCards {
  /** A new card number, written as people do; in one line and ASCII where `plain`. */
  card(way: string, style?: 'plain'): string
  /** How many were planted, by way. */
  counts: ReadonlyMap<string, number>
  total(): number
  /** The ways of those that a text holds, whatever stands between their digits. */
  foundIn(text: string): string[]
}

/** Numbers from 0 up to 1, the same for each run. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const plainSpellings = cardSpellings.slice(0, 4)

export function createPlantedCards(): PlantedCards {
  const random = randomOf(2026)
  const ways = new Map<string, string>()
  const counts = new Map<string, number>()
  const lengths = new Set<number>()
  return {
    card(way, style) {
      const number = cardNumber(ways.size, random)
      const spellings = style === 'plain' ? plainSpellings : cardSpellings
      ways.set(number, way)
      lengths.add(number.length)
      counts.set(way, (counts.get(way) ?? 0) + 1)
      return spellings[Math.floor(random() * spellings.length)]?.(number) ?? number
    },
    counts,
    total: () => ways.size,
    foundIn(text) {
      const found = (plainDigits(text).match(/\d{13,}/g) ?? []).flatMap((run) =>
        [...lengths].flatMap((length) =>
          Array.from({ length: Math.max(0, run.length - length + 1) }, (_, at) =>
            ways.get(run.slice(at, at + length)),
          ),
        ),
      )
      return found.filter((way) => way !== undefined)
    },
  }
}

/** What was read, and the places where card numbers were found: the place to the ways that led there. */
export interface Reading {
  places: Map<string, string[]>
  values: number
}

function look(reading: Reading, cards: PlantedCards, place: string, text: string): void {
  reading.values += 1
  const found = cards.foundIn(text)
  if (found.length > 0) reading.places.set(place, [...(reading.places.get(place) ?? []), ...found])
}

/** Every value of every table as it lies there. */
async function readTables(app: TestApp, cards: PlantedCards, reading: Reading): Promise<void> {
  const db = app.owner
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as "table", column_name as "column", data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(db)
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ text: string | null }>`
      select ${value} as text from ${sql.table(`${schema}.${table}`)} where ${sql.ref(column)} is not null
    `.execute(db)
    for (const { text } of rows) look(reading, cards, `${schema}.${table}.${column}`, text ?? '')
  }
}

/** Columns whose sealed bytes are keys, or a secret. */
const keyColumns = /(_key|totp_factors\.sealed)$/

/** Every sealed value, opened. */
async function readSealed(app: TestApp, cards: PlantedCards, reading: Reading): Promise<void> {
  const { db, seal } = app.platform
  for (const { table, columns } of sealedTables)
    for (const { column, boundTo } of columns) {
      const sealedColumn = `${table}.${column}` as SealedColumnName
      if (keyColumns.test(sealedColumn)) continue
      const { rows } = await sql<{ id: string | number; sealed: Buffer }>`
        select ${sql.ref(boundTo)} as id, ${sql.ref(column)} as sealed from ${sql.table(table)}
        where ${sql.ref(column)} is not null
      `.execute(db)
      for (const { id, sealed } of rows)
        look(
          reading,
          cards,
          `${sealedColumn}, opened`,
          JSON.stringify(seal.open(z.unknown(), sealedColumn, id, sealed)),
        )
    }
  const { rows } = await sql<{ name: string; data: unknown }>`select name, data from jobs.job`.execute(db)
  for (const { name, data } of rows)
    look(reading, cards, 'jobs.job.data, opened', JSON.stringify(openPayload(seal, name, data)))
}

/** The files that are written from the text of mails; inside attached files nothing is masked. */
async function readTexts(app: TestApp, cards: PlantedCards, reading: Reading): Promise<void> {
  const { db, files, seal } = app.platform
  const rows = await db
    .selectFrom('message_files')
    .select(['message_id', 'stored_as', 'file_key', 'sealed_name'])
    .execute()
  for (const { message_id: id, stored_as: name, file_key: key, sealed_name: sealed } of rows) {
    if (!sealed || seal.open(z.string(), 'message_files.sealed_name', id, sealed) !== 'message.txt') continue
    const opened = await files.open('message_files.file_key', { name, key })
    if (!opened) throw new Error(`The file ${name} is missing.`)
    look(reading, cards, 'message.txt, opened', (await buffer(opened.read())).toString())
  }
}

/** Every file as it lies there, and its name. */
async function readFolder(app: TestApp, cards: PlantedCards, reading: Reading): Promise<void> {
  for (const entry of await readdir(app.dataDir, { recursive: true, withFileTypes: true })) {
    look(reading, cards, `name of the file ${entry.name}`, entry.name)
    if (!entry.isFile()) continue
    const bytes = await readFile(join(entry.parentPath, entry.name))
    look(reading, cards, `the file ${entry.name}`, bytes.toString('latin1'))
  }
}

/** Reads all that is at rest: tables, sealed values opened by the keys, jobs, files. */
export async function readAtRest(app: TestApp, cards: PlantedCards): Promise<Reading> {
  const reading: Reading = { places: new Map(), values: 0 }
  await readTables(app, cards, reading)
  await readSealed(app, cards, reading)
  await readTexts(app, cards, reading)
  await readFolder(app, cards, reading)
  return reading
}
