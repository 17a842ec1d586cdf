import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { CellKind, Columns, Rows } from './columns.ts'
import { cellWriter, columnName, headCell } from './xlsx-cells.ts'
import { sheetEnd, sheetPath, sheetStart, workbookParts } from './xlsx-parts.ts'

/** Rows of a sheet, its head included: what spreadsheets show. */
const maxSheetRows = 1_048_576
/** Of a sheet's XML: a part of a zip without 64-bit sizes ends at 4 GiB. */
const maxSheetBytes = 4_000_000_000
const chunkLength = 64 * 1024
/** 1 to 9: higher ones take twice the time for a tenth of the size. */
const compressionLevel = 1

/** In characters. */
const columnWidths = {
  text: 20,
  number: 10,
  amount: 14,
  day: 12,
  localTime: 20,
  instant: 24,
} satisfies Record<CellKind, number>

/** The rows one after the other, for several sheets; whether there is another is known before it is asked for. */
async function createRowSource<Row>(rows: Rows<Row>) {
  const iterator = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]()
  let coming = await iterator.next()
  return {
    isEmpty: () => coming.done === true,
    async take(): Promise<Row> {
      const row: Row = coming.value
      coming = await iterator.next()
      return row
    },
    end: () => iterator.return?.(),
  }
}
type RowSource<Row> = Awaited<ReturnType<typeof createRowSource<Row>>>

/** As many of the rows as a sheet holds, as its XML. */
async function* sheetChunks<Row>(
  columns: Columns<Row>,
  source: RowSource<Row>,
  maxRows: number,
): AsyncGenerator<Buffer> {
  const cells = columns.map(({ kind = 'text', value }, index) => {
    const [letters, write] = [columnName(index), cellWriter(kind)]
    return (row: Row, number: number) => write(letters + number, value(row))
  })
  const heads = columns.map(({ header }, index) => headCell(`${columnName(index)}1`, header))
  let chunk = `${sheetStart(columns.map(({ kind = 'text' }) => columnWidths[kind]))}<row r="1">${heads.join('')}</row>`
  let [number, bytes] = [1, 0]
  while (!source.isEmpty() && number < maxRows && bytes < maxSheetBytes) {
    const row = await source.take()
    number += 1
    chunk += `<row r="${number}">`
    for (const cell of cells) chunk += cell(row, number)
    chunk += '</row>'
    if (chunk.length < chunkLength) continue
    const encoded = Buffer.from(chunk)
    bytes += encoded.length
    yield encoded
    chunk = ''
  }
  yield Buffer.from(chunk + sheetEnd(`A1:${columnName(columns.length - 1)}${number}`))
}

/**
 * Rows as an Excel workbook in pieces, however many there are: what does not fit a sheet is on the next one. `name` heads the
 * sheets, of which each has at most `maxRows` rows, its head included.
 */
export async function* xlsxChunks<Row>(
  columns: Columns<Row>,
  rows: Rows<Row>,
  name: string,
  maxRows = maxSheetRows,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // Of ours, because it is destroyed with what breaks off.
  const output = zip.outputStream.pipe(new PassThrough())
  const source = await createRowSource(rows)
  let sheet: Readable | undefined
  const addSheet = (number: number) => {
    sheet = Readable.from(sheetChunks(columns, source, maxRows), { objectMode: false })
      .once('error', (error) => output.destroy(error))
      .once('end', () => {
        if (!source.isEmpty()) return addSheet(number + 1)
        for (const [path, text] of Object.entries(workbookParts(name, number)))
          zip.addBuffer(Buffer.from(text), path, { compressionLevel })
        zip.end()
      })
    zip.addReadStream(sheet, sheetPath(number), { compressionLevel })
  }
  try {
    addSheet(1)
    yield* output
  } finally {
    sheet?.destroy()
    await source.end()
  }
}
