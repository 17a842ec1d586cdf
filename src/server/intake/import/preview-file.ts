import type { ImportPreview, RefusedLine } from '#contract/imports.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { toStorable } from '#server/platform/storable.ts'
import { describeColumn } from './columns.ts'
import { shorten, suspicionsOf } from './cell-faults.ts'
import type { ImportFile } from './decode-file.ts'
import { parseOrder } from './imported-order.ts'
import { parseRecord, readBatches, type FileFormat, type FileRecord } from './read-records.ts'

const firstRowsShown = 5
/** Of each kind. */
const refusalsShown = 10

const delimiterNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' }

const describeFormat = (format: FileFormat): string =>
  format.isJson
    ? `JSON, one order a line, ${format.encoding}`
    : `CSV, ${format.encoding}, separated by ${delimiterNames[format.delimiter] ?? format.delimiter}`

const asText = (value: unknown) => shorten(typeof value === 'string' ? value : JSON.stringify(value))

/**
 * What an import of the file would do, without the database: ids that are taken are not among the refused. `onRead` gets
 * each record, as JSON if it is an order.
 */
export async function previewFile(
  file: ImportFile,
  format: FileFormat,
  now: Date,
  onRead?: (record: FileRecord) => void,
): Promise<ImportPreview> {
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

  function lookAtRefused(refused: RefusedLine): void {
    onRead?.(refused)
    preview.refused += 1
    if (preview.firstRefused.length < refusalsShown) preview.firstRefused.push(refused)
  }

  function look(record: FileRecord): void {
    const { line } = record
    preview.records += 1
    const read = parseRecord(record)
    if ('reason' in read) return lookAtRefused({ line, reason: read.reason })
    const parsed = parseOrder(toStorable(read.value), now)
    if ('reason' in parsed) return lookAtRefused({ line, reason: parsed.reason })
    onRead?.({ line, json: JSON.stringify(read.value) })
    const fields: [string, unknown][] = Object.entries(Object(read.value))
    if (preview.firstRows.length < firstRowsShown) {
      const order = fields.map(([field, value]) => ({ field, value: asText(value) }))
      preview.firstRows.push({ line, order })
    }
    for (const says of fields.flatMap(([key, value]) => suspicionsOf(key, value, jakartaToday(now)))) {
      const seen = suspicious.get(says)
      suspicious.set(says, { line: seen?.line ?? line, lines: (seen?.lines ?? 0) + 1 })
    }
  }

  for await (const { records } of readBatches(file, format, 0)) records.forEach(look)
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
