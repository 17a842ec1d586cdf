import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { parse, type CsvError } from 'csv-parse'
import { refuse } from '#server/platform/refusal.ts'

/** One order of a file with its line number, or the reason why it cannot be parsed. */
export type FileRecord = { line: number } & ({ value: unknown } | { reason: string })

const maxRecordChars = 4 * 1024 * 1024
const tooLongMessage = 'The line is longer than 4 MB.'

/** Splits at `\n` only, because a JSON text may contain other line separators. */
async function* readLines(path: string): AsyncGenerator<{ line: number; text: string; tooLong: boolean }> {
  let line = 0
  let text = ''
  let isOverlong = false
  for await (const chunk of createReadStream(path, 'utf8')) {
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

async function* jsonRecords(path: string): AsyncGenerator<FileRecord> {
  for await (const { line, text, tooLong: isTooLong } of readLines(path)) {
    if (isTooLong) yield { line, reason: tooLongMessage }
    else if (text.replace(/^\uFEFF/, '').trim() !== '')
      yield { line, ...parseJson(text.replace(/^\uFEFF/, '')) }
  }
}

function parseJson(text: string): { value: unknown } | { reason: string } {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { reason: 'The line is not JSON.' }
  }
}

/** Columns that hold a list as JSON. */
const listColumns = new Set(['familyMember', 'importingGoods', 'remark'])

function toOrder(cells: Record<string, string>): { value: unknown } | { reason: string } {
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

interface CsvRow {
  info: { lines: number }
  record: Record<string, string>
}

async function* csvRecords(path: string, head: string): AsyncGenerator<FileRecord> {
  const skipped: FileRecord[] = []
  const reader = createReadStream(path).pipe(
    parse({
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim()),
      // Spreadsheets of some languages write semicolons.
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
    yield* skipped.splice(0)
    const { info, record }: CsvRow = row
    yield { line: info.lines, ...toOrder(record) }
  }
  yield* skipped.splice(0)
}

/** The beginning of the file without leading blanks, to detect the format. */
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

/**
 * The orders of an NDJSON or CSV file one after the other, whatever its size. In CSV the columns that are lists hold
 * JSON, an empty cell is an absent field, and an order of several lines has the number of its last. Throws where the
 * file cannot be read.
 */
export async function* readRecords(path: string): AsyncGenerator<FileRecord> {
  const head = await readHead(path)
  if (head.startsWith('[')) throw new Error(`${path} is one JSON list; give one order a line.`)
  const isJson = /\.(ndjson|jsonl|json)$/i.test(path) || (!/\.csv$/i.test(path) && head.startsWith('{'))
  yield* isJson ? jsonRecords(path) : csvRecords(path, head)
}
