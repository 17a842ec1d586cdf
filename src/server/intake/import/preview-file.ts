import { jakartaToday } from '#contract/rules/dates.ts'
import { toStorable } from '#server/platform/storable.ts'
import type { RefusedRecord } from './import-batch.ts'
import { describeColumn } from './columns.ts'
import { suspicionsOf } from './cell-faults.ts'
import { parseOrder } from './imported-order.ts'
import { parseRecord, readBatches, type FileFormat, type FileRecord } from './read-records.ts'

const firstRowsShown = 5
/** Of each kind. */
const refusalsShown = 10

export interface ImportPreview {
  /** `CSV, windows-1252, separated by semicolons` */
  format: string
  columns: { head: string; becomes: string }[]
  firstRows: { line: number; order: [field: string, value: string][] }[]
  records: number
  refused: number
  firstRefused: RefusedRecord[]
  /** With the first line and the number of the others. */
  suspicious: string[]
}

const delimiterNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

const describeFormat = (format: FileFormat): string =>
  format.isJson
    ? `JSON, one order a line, ${format.encoding}`
    : `CSV, ${format.encoding}, separated by ${delimiterNames[format.delimiter] ?? format.delimiter}`

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** What an import of the file would do, without the database: ids that are taken are not among the refused. */
export async function previewFile(path: string, format: FileFormat, now: Date): Promise<ImportPreview> {
  const columns = format.isJson
    ? []
    : format.columns.map((column) => ({ head: column.head, ...describeColumn(column) }))
  const preview: Omit<ImportPreview, 'suspicious'> = {
    format: describeFormat(format),
    columns: columns.map(({ head, becomes }) => ({ head, becomes })),
    firstRows: [],
    records: 0,
    refused: 0,
    firstRefused: [],
  }
  const suspicious = new Map<string, { line: number; lines: number }>()

  function look(record: FileRecord): void {
    preview.records += 1
    const read = parseRecord(record)
    const parsed = 'reason' in read ? read : parseOrder(toStorable(read.value), now)
    if ('reason' in parsed) {
      preview.refused += 1
      if (preview.firstRefused.length < refusalsShown)
        preview.firstRefused.push({ line: record.line, reason: parsed.reason })
      return
    }
    const fields: [string, unknown][] =
      'value' in read && typeof read.value === 'object' && read.value !== null
        ? Object.entries(read.value)
        : []
    if (preview.firstRows.length < firstRowsShown)
      preview.firstRows.push({ line: record.line, order: fields.map(([key, value]) => [key, asText(value)]) })
    for (const says of fields.flatMap(([key, value]) => suspicionsOf(key, value, jakartaToday(now)))) {
      const seen = suspicious.get(says)
      suspicious.set(says, { line: seen?.line ?? record.line, lines: (seen?.lines ?? 0) + 1 })
    }
  }

  for await (const { records } of readBatches(path, format, 0)) records.forEach(look)
  return {
    ...preview,
    suspicious: [
      ...columns.flatMap(({ head, becomes, isDoubtful }) => (isDoubtful ? `column ${head}: ${becomes}` : [])),
      ...[...suspicious].map(
        ([says, { line, lines }]) => `${says}: line ${line}${lines > 1 ? ` and ${lines - 1} more` : ''}`,
      ),
    ],
  }
}
