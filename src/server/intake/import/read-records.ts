import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { parse, type CsvError } from 'csv-parse'
import { refuse } from '#server/platform/refusal.ts'

/** One order of a file with its line number: a line of JSON, the cells of CSV, or the reason why it cannot be read. */
export type FileRecord = { line: number } & (
  | { json: string }
  | { cells: Record<string, string> }
  | { reason: string }
)

/** Orders in one transaction, and the characters of their lines, which limit memory. */
const batchSize = 500
const maxBatchChars = 4 * 1024 * 1024

interface RecordBatch {
  records: FileRecord[]
  /** Of the file, when the batch was complete. */
  bytesRead: number
}

const maxRecordChars = 4 * 1024 * 1024
const tooLongMessage = 'The line is longer than 4 MB.'

/** Splits at `\n` only, because a JSON text may contain other line separators. */
async function* readLines(bytes: Readable): AsyncGenerator<{ line: number; text: string; tooLong: boolean }> {
  let line = 0
  let text = ''
  let isOverlong = false
  for await (const chunk of bytes.setEncoding('utf8')) {
    const parts = (text + String(chunk)).split('\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      yield { line: ++line, text: part, tooLong: isOverlong || part.length > maxRecordChars }
      isOverlong = false
    }
    if (text.length > maxRecordChars) [text, isOverlong] = ['', true]
  }
  if (text !== '' || isOverlong) yield { line: ++line, text, tooLong: isOverlong }
}

async function* jsonRecords(bytes: Readable): AsyncGenerator<FileRecord> {
  for await (const { line, text, tooLong: isTooLong } of readLines(bytes)) {
    if (isTooLong) yield { line, reason: tooLongMessage }
    else if (text.replace(/^\uFEFF/, '').trim() !== '') yield { line, json: text.replace(/^\uFEFF/, '') }
  }
}

interface CsvRow {
  info: { lines: number }
  record: Record<string, string>
}

async function* csvRecords(bytes: Readable, head: string): AsyncGenerator<FileRecord> {
  const skipped: FileRecord[] = []
  const reader = bytes.pipe(
    parse({
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      // Spreadsheets in some languages separate with semicolons.
      delimiter: (/[,;\t]/.exec(head.split(/[\r\n]/, 1)[0] ?? '') ?? [','])[0],
      info: true,
      max_record_size: maxRecordChars,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      on_skip: (error?: CsvError) => {
        skipped.push({
          line: Number(error?.['lines'] ?? 0),
          reason: error?.message ?? 'The line is not CSV.',
        })
        return undefined
      },
    }),
  )
  for await (const row of reader) {
    const { info, record }: CsvRow = row
    // The parser may be ahead; yielding in order of lines keeps the records of a file the same in each run.
    while (skipped[0] && skipped[0].line < info.lines) yield* skipped.splice(0, 1)
    yield { line: info.lines, cells: record }
  }
  yield* skipped.splice(0)
}

async function readHead(path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) =>
    refuse(
      'notFound',
      `${path} cannot be read: ${error.code === 'ENOENT' ? 'there is no such file' : error.message}.`,
    ),
  )
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(64 * 1024) })
    return buffer
      .subarray(0, bytesRead)
      .toString()
      .replace(/^\uFEFF/, '')
      .trimStart()
  } finally {
    await file.close()
  }
}

/** `head`: the beginning of a CSV file. */
export type FileFormat = { isJson: true } | { isJson: false; head: string }

/** Detects the format by name and content. Throws if the file cannot be read, or is one JSON list. */
export async function detectFormat(path: string): Promise<FileFormat> {
  const head = await readHead(path)
  if (head.startsWith('[')) throw new Error(`${path} is one JSON list; give one order a line.`)
  const isJson = /\.(ndjson|jsonl|json)$/i.test(path) || (!/\.csv$/i.test(path) && head.startsWith('{'))
  return isJson ? { isJson } : { isJson, head }
}

const sizeOf = (record: FileRecord): number => {
  if ('json' in record) return record.json.length
  return 'cells' in record ? Object.values(record.cells).join().length : 0
}

/** The same batches in each run. In CSV an order of several lines has the number of its last. */
export async function* readBatches(
  path: string,
  format: FileFormat,
  skip: number,
): AsyncGenerator<RecordBatch> {
  const bytes = createReadStream(path)
  let index = 0
  let chars = 0
  let records: FileRecord[] = []
  for await (const record of format.isJson ? jsonRecords(bytes) : csvRecords(bytes, format.head)) {
    index += 1
    if (index <= skip) continue
    records.push(record)
    chars += sizeOf(record)
    if (records.length < batchSize && chars < maxBatchChars) continue
    yield { records, bytesRead: bytes.bytesRead }
    ;[records, chars] = [[], 0]
  }
  if (records.length > 0) yield { records, bytesRead: bytes.bytesRead }
}

type Parsed = { value: unknown } | { reason: string }

function parseJson(text: string): Parsed {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'The line is not JSON.' }
  }
}

const listColumns = new Set(['familyMember', 'importingGoods', 'remark'])

function toOrder(cells: Record<string, string>): Parsed {
  const order: Record<string, unknown> = {}
  for (const [column, cell] of Object.entries(cells)) {
    if (cell.trim() === '') continue
    if (!listColumns.has(column)) {
      order[column] = cell
      continue
    }
    const list = parseJson(cell)
    if ('reason' in list) return { reason: `${column} is not JSON.` }
    order[column] = list.value
  }
  return { value: order }
}

/** In CSV, list columns hold JSON and an empty cell is an absent field. */
export function parseRecord(record: FileRecord): Parsed {
  if ('reason' in record) return record
  return 'json' in record ? parseJson(record.json) : toOrder(record.cells)
}
