import { pipeline, Readable } from 'node:stream'
import { parse, type CsvError, type Options } from 'csv-parse'
import { parse as parseAtOnce } from 'csv-parse/sync'
import { refuse } from '#server/platform/refusal.ts'
import { faultOfJson, readCell, shorten } from './cell-faults.ts'
import { readColumns, type Column } from './columns.ts'
import { decodeChunks, openText, type ImportFile } from './decode-file.ts'

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
async function* readLines(
  text: AsyncIterable<string>,
): AsyncGenerator<{ line: number; text: string; tooLong: boolean }> {
  let line = 0
  let rest = ''
  let isOverlong = false
  for await (const chunk of text) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      yield { line: ++line, text: part, tooLong: isOverlong || part.length > maxRecordChars }
      isOverlong = false
    }
    if (rest.length > maxRecordChars) [rest, isOverlong] = ['', true]
  }
  if (rest !== '' || isOverlong) yield { line: ++line, text: rest, tooLong: isOverlong }
}

async function* jsonRecords(chunks: AsyncIterable<string>): AsyncGenerator<FileRecord> {
  for await (const { line, text, tooLong: isTooLong } of readLines(chunks)) {
    if (isTooLong) yield { line, reason: tooLongMessage }
    else if (text.trim() !== '') yield { line, json: text }
  }
}

interface CsvFormat {
  delimiter: string
  /** 2 where the first line is Excel's `sep=`. */
  firstLine: number
  columns: readonly Column[]
}

const csvOptions = ({ delimiter, firstLine }: Omit<CsvFormat, 'columns'>) =>
  ({
    delimiter,
    from_line: firstLine,
    max_record_size: maxRecordChars,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) satisfies Options

const isBlank = (cell: string) => cell.trim() === ''

/** An unclosed quote takes the following lines into its cell. */
const holdsLines = (cell: string, { columns, delimiter }: CsvFormat): boolean =>
  columns.length > 3 &&
  cell.split(/[\r\n]+/).some((line, at) => at > 0 && line.split(delimiter).length >= columns.length)

/** The cells by field, or why they cannot be told apart; null for a blank line. */
function readRow(
  cells: readonly string[],
  format: CsvFormat,
): { cells: Record<string, string> } | { reason: string } | null {
  if (cells.every(isBlank)) return null
  const { columns } = format
  if (cells.length < columns.length)
    return { reason: `The line has ${cells.length} cells, the head has ${columns.length}.` }
  const byKey: Record<string, string> = {}
  for (const [at, cell] of cells.entries()) {
    const column = columns[at]
    if (holdsLines(cell, format))
      return { reason: `Column ${at + 1} holds whole lines: a quote is not closed.` }
    if (column?.key) byKey[column.key] = cell
    else if (!isBlank(cell))
      return { reason: `Column ${at + 1} has no head, and holds “${shorten(cell.trim())}”.` }
  }
  return { cells: byKey }
}

const csvFaults: Partial<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is not closed: this line and all that follow it cannot be read.',
}

async function* csvRecords(text: AsyncIterable<string>, format: CsvFormat): AsyncGenerator<FileRecord> {
  const skipped: FileRecord[] = []
  let lastLine = 0
  const reader = pipeline(
    Readable.from(text),
    parse({
      ...csvOptions(format),
      info: true,
      skip_records_with_error: true,
      on_skip: (error?: CsvError) => {
        skipped.push({
          line: Number(error?.['lines'] ?? 0),
          reason: csvFaults[error?.code ?? ''] ?? error?.message ?? 'The line is not CSV.',
        })
        return undefined
      },
    }),
    // An error ends the loop below.
    () => {},
  )
  for await (const row of reader) {
    const { info, record }: { info: { lines: number }; record: string[] } = row
    // The parser may be ahead; yielding in order of lines keeps the records of a file the same in each run.
    while (skipped[0] && skipped[0].line < info.lines) yield* skipped.splice(0, 1)
    const read = lastLine === 0 ? null : readRow(record, format)
    lastLine = info.lines
    if (read) yield { line: info.lines, ...read }
  }
  for (const record of skipped) yield { ...record, line: Math.max(lastLine + 1, record.line) }
}

export type FileFormat = { encoding: string } & ({ isJson: true } | ({ isJson: false } & CsvFormat))

const delimiters = [',', ';', '\t', '|']

/** Excel's `sep=` line, else the most frequent separator of the head outside its quotes. */
function detectDelimiter(head: string): Omit<CsvFormat, 'columns'> {
  const declared = /^"?sep=([^\r\n])"?[,;\t]*[\r\n]/i.exec(head)?.[1]
  if (declared) return { delimiter: declared, firstLine: 2 }
  const [line = ''] = head
    .trimStart()
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/[\r\n]/, 1)
  const counted = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }))
  const [most] = counted.sort((a, b) => b.count - a.count)
  return { delimiter: most?.delimiter ?? ',', firstLine: 1 }
}

/**
 * Detects encoding, format and columns. Refuses a file that cannot be read, is one JSON list, has bytes that its encoding
 * does not have, or two columns of one field.
 */
export async function detectFormat(file: ImportFile, askedEncoding?: string): Promise<FileFormat> {
  const { name: path } = file
  const { encoding, head } = await openText(file, askedEncoding)
  const start = head.trimStart()
  if (start.startsWith('[')) return refuse('invalid', `${path} is one JSON list; give one order a line.`)
  const isJson = /\.(ndjson|jsonl|json)$/i.test(path) || (!/\.csv$/i.test(path) && start.startsWith('{'))
  if (isJson) return { encoding, isJson }
  const layout = detectDelimiter(head)
  const [heads = []]: string[][] = parseAtOnce(head, { ...csvOptions(layout), to: 1 })
  return { encoding, isJson, ...layout, columns: readColumns(path, heads) }
}

const sizeOf = (record: FileRecord): number => {
  if ('json' in record) return record.json.length
  return 'cells' in record ? Object.values(record.cells).join().length : 0
}

/** The same batches in each run. In CSV an order of several lines has the number of its last. */
export async function* readBatches(
  file: ImportFile,
  format: FileFormat,
  skip: number,
): AsyncGenerator<RecordBatch> {
  let bytesRead = 0
  async function* countedBytes() {
    for await (const chunk of file.open()) {
      bytesRead += chunk.length
      yield chunk
    }
  }
  const text = decodeChunks(countedBytes(), format.encoding)
  let index = 0
  let chars = 0
  let records: FileRecord[] = []
  for await (const record of format.isJson ? jsonRecords(text) : csvRecords(text, format)) {
    index += 1
    if (index <= skip) continue
    records.push(record)
    chars += sizeOf(record)
    if (records.length < batchSize && chars < maxBatchChars) continue
    yield { records, bytesRead }
    ;[records, chars] = [[], 0]
  }
  if (records.length > 0) yield { records, bytesRead }
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
  const faults: string[] = []
  for (const [column, cell] of Object.entries(cells)) {
    if (isBlank(cell)) continue
    if (!listColumns.has(column)) {
      const read = readCell(column, cell)
      if ('fault' in read) faults.push(read.fault)
      else order[column] = read.text
      continue
    }
    const list = parseJson(cell)
    if ('reason' in list) faults.push(`${column} is not JSON.`)
    else order[column] = list.value
  }
  return faults.length > 0 ? { reason: faults.join(' ') } : { value: order }
}

/** In CSV, list columns hold JSON and an empty cell is an absent field. */
export function parseRecord(record: FileRecord): Parsed {
  if ('reason' in record) return record
  const parsed = 'json' in record ? parseJson(record.json) : toOrder(record.cells)
  const fault = 'value' in parsed && faultOfJson(parsed.value)
  return fault ? { reason: fault } : parsed
}
