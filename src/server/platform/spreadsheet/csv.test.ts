import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvChunks } from './csv.ts'

const columns = [
  { header: 'name', value: ([name]: readonly unknown[]) => name },
  { header: 'value', value: ([, value]: readonly unknown[]) => value },
]

async function collectChunks(rows: Iterable<readonly unknown[]>) {
  const pieces: string[] = []
  for await (const piece of csvChunks(columns, rows)) pieces.push(piece)
  return pieces
}
const read = (text: string): string[][] => parse(text, { bom: true })

test('begins with a byte order mark and a head, and ends each line with CR LF', async () => {
  expect((await collectChunks([['a', 'b']])).join('')).toBe('\uFEFFname,value\r\na,b\r\n')
  expect((await collectChunks([])).join('')).toBe('\uFEFFname,value\r\n')
})

test.each([
  '=HYPERLINK("http://evil.example")',
  '+62 81234567',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '\u200B=1',
  '＝1',
  '-',
])('the cell %j is made harmless', async (text) => {
  const [, [name] = []] = read((await collectChunks([[text, '']])).join(''))
  expect(name).toBe(`'${text}`)
})

test.each(['a,b', 'say "hi"', 'two\r\nlines', ' outer blanks ', 'Nguyễn 王晓明 محمد', "O'Neil", 'a=b', ''])(
  'the cell %j stays as it is',
  async (text) => {
    expect(read((await collectChunks([[text, 'x']])).join(''))[1]).toEqual([text, 'x'])
  },
)

test('a number is a number, a missing value an empty cell', async () => {
  expect(
    read(
      (
        await collectChunks([
          [null, -5],
          [undefined, 0],
        ])
      ).join(''),
    ).slice(1),
  ).toEqual([
    ['', '-5'],
    ['', '0'],
  ])
})

test('many rows come in pieces', async () => {
  const rows = Array.from({ length: 20_000 }, (_, index) => [index, 'some text in a cell'])
  const pieces = await collectChunks(rows)
  expect(pieces.length).toBeGreaterThan(10)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(40_000)
  expect(read(pieces.join(''))).toHaveLength(rows.length + 1)
})
