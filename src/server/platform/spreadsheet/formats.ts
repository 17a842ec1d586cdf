import { PassThrough, Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportFormat } from '#contract/rules/export-formats.ts'
import type { Columns, Rows, CellKind } from './columns.ts'
import { csvChunks } from './csv.ts'
import {
  cellWriter,
  columnName,
  headCell,
  cellFormats,
  customFormats,
  escapeXml,
  headStyle,
} from './xlsx-cells.ts'

interface FileFormat {
  contentType: string
  chunks: <Row>(columns: Columns<Row>, rows: Rows<Row>, name: string) => AsyncIterable<string | Uint8Array>
}

export const fileFormats = {
  csv: { contentType: 'text/csv; charset=utf-8', chunks: csvChunks },
  xlsx: {
    contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    chunks: xlsxChunks,
  },
} satisfies Record<ExportFormat, FileFormat>

/** Rows of a sheet, the header included: the limit of spreadsheets. */
const maxSheetRows = 1_048_576
/** Of a sheet's XML: an entry of a zip without 64-bit sizes ends at 4 GiB. */
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

/** Rows for several sheets, read one ahead so that `isEmpty` is known. */
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
 * Any number of rows as an Excel workbook in pieces; further sheets take the rows that do not fit. `name` is the
 * sheets' title. A sheet has at most `maxRows` rows, the header included.
 */
export async function* xlsxChunks<Row>(
  columns: Columns<Row>,
  rows: Rows<Row>,
  name: string,
  maxRows = maxSheetRows,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile()
  // A separate stream, because an error destroys it.
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

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

const sheetStart = (widths: readonly number[]): string =>
  [
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>',
    ...widths.map(
      (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    ),
    '</cols><sheetData>',
  ].join('')

/** The end of a sheet. Ids and telephone numbers stored as text get no error mark. */
const sheetEnd = (range: string): string =>
  `</sheetData><ignoredErrors><ignoredError sqref="${range}" numberStoredAsText="1"/></ignoredErrors></worksheet>`

/** Excel's limit for the name of a sheet. */
const maxSheetName = 31
const sheetName = (name: string, number: number): string => {
  const suffix = number === 1 ? '' : ` ${number}`
  return escapeXml(name.replaceAll(/[\\/?*[\]:]/g, '-').slice(0, maxSheetName - suffix.length) + suffix)
}

const cellFormat = (format: number, font = 0) =>
  `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`

const stylesPart = (): string => {
  const formats = Object.entries(customFormats)
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${escapeXml(code)}"/>`)
    .join('')
  const cells = [
    cellFormat(0),
    ...Object.values(cellFormats).map((format) => cellFormat(format)),
    cellFormat(cellFormats.text, 1),
  ]
  return [
    `${xml}<styleSheet xmlns="${main}"><numFmts count="${Object.keys(customFormats).length}">${formats}</numFmts>`,
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${headStyle + 1}">${cells.join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ].join('')
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="${documentRels}/${type}" Target="${target}"/>`
const partType = (path: string, name: string) =>
  `<Override PartName="/${path}" ContentType="${spreadsheet}.${name}+xml"/>`

function workbookParts(name: string, sheetCount: number): Record<string, string> {
  const sheets = Array.from({ length: sheetCount }, (_, index) => index + 1)
  return {
    'xl/styles.xml': stylesPart(),
    'xl/workbook.xml': [
      `${xml}<workbook xmlns="${main}" xmlns:r="${documentRels}"><sheets>`,
      ...sheets.map((n) => `<sheet name="${sheetName(name, n)}" sheetId="${n}" r:id="rId${n}"/>`),
      '</sheets></workbook>',
    ].join(''),
    'xl/_rels/workbook.xml.rels': [
      `${xml}<Relationships xmlns="${packageRels}">`,
      ...sheets.map((n) => relation(`rId${n}`, 'worksheet', `worksheets/sheet${n}.xml`)),
      `${relation(`rId${sheetCount + 1}`, 'styles', 'styles.xml')}</Relationships>`,
    ].join(''),
    '_rels/.rels': `${xml}<Relationships xmlns="${packageRels}">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    '[Content_Types].xml': [
      `${xml}<Types xmlns="${contentTypes}">`,
      '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
      '<Default Extension="xml" ContentType="application/xml"/>',
      partType('xl/workbook.xml', 'sheet.main'),
      partType('xl/styles.xml', 'styles'),
      ...sheets.map((n) => partType(sheetPath(n), 'worksheet')),
      '</Types>',
    ].join(''),
  }
}
