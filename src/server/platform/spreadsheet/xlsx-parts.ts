import { cellFormats, customFormats, escapeXml, headStyle } from './xlsx-cells.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const documentRels = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships'
const contentTypes = 'http://schemas.openxmlformats.org/package/2006/content-types'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** The beginning of a sheet up to its rows: the row of heads stays in view. */
export const sheetStart = (widths: readonly number[]): string =>
  [
    `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>',
    ...widths.map(
      (width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
    ),
    '</cols><sheetData>',
  ].join('')

/** The end of a sheet; ids and telephone numbers that are text are no mistake that a triangle has to mark. */
export const sheetEnd = (range: string): string =>
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

/** The parts of a workbook beside its sheets, by their paths. */
export function workbookParts(name: string, sheetCount: number): Record<string, string> {
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
