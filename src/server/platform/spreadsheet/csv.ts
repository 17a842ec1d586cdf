import { csvLine } from '#contract/rules/csv-line.ts'
import type { Columns, Rows } from './columns.ts'

/** Marks the file as UTF-8 for spreadsheets. */
const byteOrderMark = '\uFEFF'
const chunkLength = 32 * 1024

/** Any number of rows as CSV (RFC 4180), in pieces of some 32 kB. */
export async function* csvChunks<Row>(columns: Columns<Row>, rows: Rows<Row>): AsyncGenerator<string> {
  let chunk = byteOrderMark + csvLine(columns.map(({ header }) => header))
  for await (const row of rows) {
    chunk += csvLine(columns.map(({ value }) => value(row)))
    if (chunk.length < chunkLength) continue
    yield chunk
    chunk = ''
  }
  yield chunk
}
