import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '#server/intake/import/import-file.ts'
import { fileAt } from '#server/intake/import/decode-file.ts'
import { detectFormat } from '#server/intake/import/read-records.ts'
import { previewFile } from '#server/intake/import/preview-file.ts'
import { useTestApp } from '../support/use-test-app.ts'

const now = new Date('2026-11-20T05:00:00Z')
const app = useTestApp({ clock: () => now })
const admin = app.as('Admin')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-sheets-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** The bytes of a text in a code page of single bytes. */
function inCodePage(encoding: string, text: string): Buffer {
  const everyByte = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  const letters = [...new TextDecoder(encoding).decode(everyByte, { stream: true })]
  return Buffer.from(
    [...text].map((letter) => {
      if (!letters.includes(letter)) throw new Error(`${encoding} has no ${letter}`)
      return letters.indexOf(letter)
    }),
  )
}
const utf16le = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16le(text).swap16()

const heads = ['order_id', 'landing_domain', 'email', 'arrival_full_name', 'arrival_city', 'arrival_doa']
const site = ['arrival.old.example', 'sheet@b.example']

interface Sheet {
  /** Null where the file is to be refused as a whole. */
  stored: Record<number, object> | null
  bytes: Buffer
  encoding?: string
  /** Of the whole file, or of its lines. */
  says?: string[]
  suspects?: string[]
}

interface Layout {
  separator?: string
  lineEnd?: string
  head?: readonly string[]
  before?: string
}
const table = (rows: readonly (readonly string[])[], layout: Layout = {}): string => {
  const { separator = ',', lineEnd = '\r\n', head = heads, before = '' } = layout
  return before + [head, ...rows].map((row) => row.join(separator) + lineEnd).join('')
}

const row = (id: number, name: string, city = '', day = '2027-03-09') => [
  String(id),
  ...site,
  name,
  city,
  day,
]
const named = (id: number, name: string, city = '') => ({
  [id]: { arrival_full_name: name, ...(city && { arrival_city: city }), arrival_doa: '2027-03-09' },
})

/** One order whose last column is of the case. */
const withColumn = (id: number, key: string, cell: string) =>
  table([[String(id), ...site, 'Ann Bell', cell]], {
    head: ['order_id', 'landing_domain', 'email', 'arrival_full_name', key],
    separator: ';',
  })
const refusedCell = (id: number, key: string, cell: string, says: string): Sheet => ({
  bytes: Buffer.from(withColumn(id, key, cell)),
  stored: {},
  says: [`2: ${key} “${cell}” ${says}.`],
})
const storedCell = (id: number, key: string, cell: string, value: string): Sheet => ({
  bytes: Buffer.from(withColumn(id, key, cell)),
  stored: { [id]: { [key]: value } },
})

const western = table([row(810010, 'Günther Weiß'), row(810011, 'José Peña', 'Ålesund')], { separator: ';' })
const polish = table([row(810020, 'Łukasz Żółć', 'Győr')], { separator: ';' })
const russian = table([row(810030, 'Иван Щукин', 'Київ')], { separator: '\t' })

const shiftJis = Buffer.concat([
  Buffer.from(`${heads.join(',')}\n810031,a.example,s@b.example,`),
  Buffer.from('8e52936391be9859', 'hex'),
  Buffer.from(',Kobe,2027-03-09\n'),
])

const sheets: Record<string, Sheet> = {
  'UTF-8 with a mark, quotes and line breaks in cells': {
    bytes: Buffer.from(`\uFEFF${table([row(810001, '"Zoë ""Zo""\nvan der Berg, III"', '"a\r\nb"')])}`),
    stored: named(810001, 'Zoë "Zo"\nvan der Berg, III', 'a\r\nb'),
  },
  'UTF-8 without a mark, mixed line ends, blank lines, blank trailing cells': {
    bytes: Buffer.from(
      `${heads.join(';')};;\r\n${row(810002, '山田太郎').join(';')};;\n;;;;;;;\r\n\n${row(810003, 'O’Hara').join(';')};;\r`,
    ),
    stored: { ...named(810002, '山田太郎'), ...named(810003, 'O’Hara') },
  },
  'UTF-16 little-endian with tabs, as Excel’s Unicode text': {
    bytes: utf16le(`\uFEFF${table([row(810004, 'Ηλίας', 'Kyōto')], { separator: '\t' })}`),
    stored: named(810004, 'Ηλίας', 'Kyōto'),
  },
  'UTF-16 big-endian with a mark': {
    bytes: utf16be(`\uFEFF${table([row(810005, 'नरेश')], { separator: ';' })}`),
    stored: named(810005, 'नरेश'),
  },
  'UTF-16 without a mark': {
    bytes: utf16le(table([row(810006, 'Zoë')])),
    stored: named(810006, 'Zoë'),
  },
  'windows-1252 unnamed': {
    bytes: inCodePage('windows-1252', western),
    stored: null,
    says: ['is not UTF-8: line 2 has “G\uFFFDnther Wei\uFFFD”', '“Günther Weiß” in windows-1252'],
  },
  'windows-1252 named': {
    bytes: inCodePage('windows-1252', western),
    encoding: 'windows-1252',
    stored: { ...named(810010, 'Günther Weiß'), ...named(810011, 'José Peña', 'Ålesund') },
  },
  'windows-1250 unnamed': {
    bytes: inCodePage('windows-1250', polish),
    stored: null,
    says: ['line 2 has', '“Łukasz Żółć” in windows-1250'],
  },
  'windows-1250 named': {
    bytes: inCodePage('windows-1250', polish),
    encoding: 'cp1250',
    stored: named(810020, 'Łukasz Żółć', 'Győr'),
  },
  'windows-1251 unnamed': {
    bytes: inCodePage('windows-1251', russian),
    stored: null,
    says: ['line 2 has', '“Иван Щукин” in windows-1251'],
  },
  'windows-1251 named': {
    bytes: inCodePage('windows-1251', russian),
    encoding: 'windows-1251',
    stored: named(810030, 'Иван Щукин', 'Київ'),
  },
  'Shift-JIS unnamed': {
    bytes: shiftJis,
    stored: null,
    says: ['“山田太郎” in shift_jis'],
  },
  'Shift-JIS named': {
    bytes: shiftJis,
    encoding: 'shift_jis',
    stored: named(810031, '山田太郎', 'Kobe'),
  },
  'an unknown encoding': {
    bytes: Buffer.from('order_id'),
    encoding: 'klingon',
    stored: null,
    says: ['klingon is no encoding'],
  },
  'letters ruined before': {
    bytes: Buffer.from(
      table([
        row(810040, 'G\uFFFDnther'),
        row(810041, 'GÃ¼nther WeiÃŸ'),
        row(810042, 'Ð˜Ð²Ð°Ð½'),
        row(810043, 'Рванов'),
        row(810044, 'РџРµС‚СЂРѕРІ'),
        row(810045, 'G?nther'),
        row(810046, 'ÄŒapek'),
        row(810047, 'ÖZ ÄÖÜ ßÉ'),
        row(810048, 'São Lézé Ÿ'),
        row(810049, 'Ді'),
      ]),
    ),
    stored: {
      ...named(810043, 'Рванов'),
      ...named(810047, 'ÖZ ÄÖÜ ßÉ'),
      ...named(810048, 'São Lézé Ÿ'),
      ...named(810049, 'Ді'),
    },
    says: [
      '2: arrival_full_name “G\uFFFDnther” has a letter that was lost.',
      '3: arrival_full_name “GÃ¼nther WeiÃŸ” was “Günther Weiß” before it was saved in a wrong encoding.',
      '4: arrival_full_name “Ð˜Ð²Ð°Ð½” was “Иван” before it was saved in a wrong encoding.',
      '6: arrival_full_name “РџРµС‚СЂРѕРІ” was “Петров” before it was saved in a wrong encoding.',
      '7: arrival_full_name “G?nther” has a question mark where a letter was lost.',
      '8: arrival_full_name “ÄŒapek” was “Čapek” before it was saved in a wrong encoding.',
    ],
  },
  'Excel’s sep= line, and bars': {
    bytes: Buffer.from(table([row(810050, 'Ann, Bell; Jr')], { separator: '|', before: 'sep=|\r\n' })),
    stored: named(810050, 'Ann, Bell; Jr'),
  },
  'carriage returns alone': {
    bytes: Buffer.from(table([row(810051, 'Ann'), row(810052, 'Bell')], { lineEnd: '\r' })),
    stored: { ...named(810051, 'Ann'), ...named(810052, 'Bell') },
  },
  'heads as people write them': {
    bytes: Buffer.from(
      table([row(810053, 'Ann')], {
        head: [
          'Order ID',
          ' Landing_Domain ',
          'E\u200Bmail',
          'ARRIVAL FULL NAME',
          '"Arrival City"',
          'arrival-doa',
        ],
      }),
    ),
    stored: named(810053, 'Ann'),
  },
  'two columns of one field': {
    bytes: Buffer.from(table([[...row(810054, 'Ann'), '']], { head: [...heads, 'Arrival Full Name'] })),
    stored: null,
    says: ['columns 4 and 7 are both arrival_full_name'],
  },
  'no head': {
    bytes: Buffer.from(table([], { head: row(810055, 'Ann') })),
    stored: null,
    says: ['its first line names no field'],
  },
  'a column without a head, a field that is unknown, one misspelt': {
    bytes: Buffer.from(
      table(
        [
          [...row(810056, 'Ann'), '', '', 'Bali'],
          [...row(810057, 'Bell'), 'lost', '', ''],
          [...row(810058, 'Cy'), '', 'red', ''],
        ],
        {
          head: [...heads, '', 'colour', 'arrival_provinc'],
        },
      ),
    ),
    stored: { 810056: { arrival_full_name: 'Ann' } },
    says: ['3: Column 7 has no head, and holds “lost”.', '4: Unknown field colour.'],
    suspects: [
      'column colour: no field: a line that fills it is refused',
      'column arrival_provinc: no known field: kept and shown by its name; is it arrival_province?',
    ],
  },
  'lines of another length': {
    bytes: Buffer.from(
      table([row(810060, 'Ann').slice(0, 4), [...row(810061, 'Bell'), 'more'], row(810062, 'Cy')]),
    ),
    stored: named(810062, 'Cy'),
    says: ['2: The line has 4 cells, the head has 6.', '3: Column 7 has no head, and holds “more”.'],
  },
  'a quote that closes lines later': {
    bytes: Buffer.from(
      table([row(810063, '"Ann'), row(810064, 'Bell'), row(810065, 'Cy"'), row(810066, 'Di')]),
    ),
    stored: named(810066, 'Di'),
    says: ['6: Column 4 holds whole lines: a quote is not closed.'],
  },
  'a quote that never closes': {
    bytes: Buffer.from(table([row(810067, 'Ann'), row(810068, '"Bell'), row(810069, 'Cy')])),
    stored: named(810067, 'Ann'),
    says: ['A quote is not closed: this line and all that follow it cannot be read.'],
  },
  'a rounded telephone': refusedCell(
    810070,
    'arrival_phone_number',
    '6,28123E+11',
    'is a rounded number: its last digits are lost',
  ),
  'a rounded order id': {
    bytes: Buffer.from(withColumn(810071, 'arrival_city', 'x').replace('810071', '8.1E+14')),
    stored: {},
    says: ['2: order_id “8.1E+14” is a rounded number: its last digits are lost.'],
  },
  'a telephone as a decimal number': refusedCell(
    810072,
    'arrival_phone_number',
    '8123456789.0',
    'was turned into a decimal number',
  ),
  'a day as a number': refusedCell(
    810073,
    'arrival_doa',
    '44561',
    'is the number of a day (2021-12-31): save the column as YYYY-MM-DD',
  ),
  'a cell too narrow': refusedCell(810074, 'arrival_doa', '########', 'was wider than its column'),
  'an error of a formula': refusedCell(810075, 'arrival_city', '#NAME?', 'is an error of a formula'),
  'a formula': refusedCell(810076, 'arrival_city', '=A1&B2', 'is a formula'),
  'a day in another order': {
    bytes: Buffer.from(withColumn(810077, 'arrival_doa', '11/12/2027')),
    stored: {},
    says: ['2: arrival_doa must be a date (YYYY-MM-DD).'],
  },
  'a text in Excel’s formula': storedCell(810078, 'arrival_phone_number', '="0812345678"', '0812345678'),
  'a text with an exported apostrophe': storedCell(
    810079,
    'arrival_phone_number',
    "'+62 812345",
    '+62 812345',
  ),
  'a telephone without its 0, a year that none means': {
    bytes: Buffer.from(
      table([[...row(810080, 'Ann', '', '2569-11-30'), '812345678']], {
        head: [...heads, 'arrival_phone_number'],
      }),
    ),
    stored: { 810080: { arrival_phone_number: '812345678' } },
    suspects: [
      'arrival_doa is more than two years away: line 2',
      'arrival_phone_number may have lost a 0 or + at its beginning: line 2',
    ],
  },
  'a workbook named .csv': {
    bytes: Buffer.from('504b030414000600', 'hex'),
    stored: null,
    says: ['is a workbook of a spreadsheet; save it as CSV UTF-8.'],
  },
}

const ndjsonSheets: Record<string, Sheet> = {
  'JSON in windows-1252': {
    bytes: inCodePage('windows-1252', JSON.stringify({ email: 'ü@b.example' })),
    stored: null,
    says: ['is not UTF-8: line 1'],
  },
  'JSON with ruined letters, and a number of too many digits': {
    bytes: Buffer.from(
      [
        '{"order_id":810090,"landing_domain":"a.example","email":"x@b.example","familyMember":[{"family_member_name":"JosÃ©"}]}',
        '{"order_id":810091,"landing_domain":"a.example","email":"x@b.example","transaction_id":12345678901234567890}',
        '{"order_id":810092,"landing_domain":"a.example","email":"x@b.example","arrival_full_name":"José"}',
      ].join('\n'),
    ),
    stored: { 810092: { arrival_full_name: 'José' } },
    says: [
      '1: family_member_name “JosÃ©” was “José” before it was saved in a wrong encoding.',
      '2: transaction_id is a number of more digits than JSON keeps: write it as a text.',
    ],
  },
}

const cases = [
  ...Object.entries(sheets).map(([name, sheet]) => ({ name, sheet, ending: 'csv' })),
  ...Object.entries(ndjsonSheets).map(([name, sheet]) => ({ name, sheet, ending: 'ndjson' })),
]

test.each(cases)(
  '$name: each value is stored as written, or refused in words',
  async ({ name, sheet, ending }) => {
    const path = join(folder, `${cases.findIndex((it) => it.name === name)}.${ending}`)
    await writeFile(path, sheet.bytes)
    const reasons: string[] = []
    const reporter = {
      resumed: () => {},
      refused: (line: number, reason: string) => reasons.push(`${line}: ${reason}`),
      progress: () => {},
    }
    const run = async () => {
      const format = await detectFormat(fileAt(path), sheet.encoding)
      const preview = await previewFile(fileAt(path), format, now)
      return {
        preview,
        counts: await importFile(app.platform, path, reporter, `${path}.refused.csv`, format),
      }
    }
    const says = sheet.says ?? []
    if (sheet.stored === null) {
      const refusal = await run().then(
        () => 'imported',
        (error: Error) => error.message,
      )
      for (const words of says) expect(refusal).toContain(words)
      return
    }
    const { preview, counts } = await run()
    const expected = Object.entries(sheet.stored)
    expect(reasons).toEqual(says.map((words) => expect.stringContaining(words)))
    expect(counts).toEqual({ imported: expected.length, known: 0, refused: says.length })
    expect(preview).toMatchObject({ records: expected.length + says.length, refused: says.length })
    expect(preview.suspicious).toEqual(sheet.suspects ?? [])
    for (const [orderId, values] of expected) expect(await admin.order(Number(orderId))).toMatchObject(values)
    if (says.length > 0) expect(await readFile(`${path}.refused.csv`, 'utf8')).toContain('line,reason')
  },
)

test('no file but those that hold it has stored an order', async () => {
  const found = await app.platform.db
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '>=', 810000)
    .where('order_id', '<', 820000)
    .execute()
  const stored = cases.flatMap(({ sheet }) => Object.keys(sheet.stored ?? {}).map(Number))
  expect(found.map(({ order_id: id }) => id).toSorted((a, b) => a - b)).toEqual(
    stored.toSorted((a, b) => a - b),
  )
})
