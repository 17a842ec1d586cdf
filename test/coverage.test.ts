import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsOf, quotesOf, readRows } from './support/coverage-rows.ts'
import { readFromDisk, testReader, type ReadText } from './support/coverage-tests.ts'

/** How many rows each chapter has, so that none gets lost unseen. */
const chapters = {
  'Spec §1 What the product does and for whom': 4,
  'Spec §2 Screens and routes': 126,
  'Spec §3 Entities and their fields': 49,
  'Spec §4 States and transitions': 21,
  'Spec §5 Validation rules': 25,
  'Spec §6 Roles and permissions': 13,
  'Spec §7 The calls it makes': 39,
  'Spec §8 The error catalogue': 20,
  'Spec §9 Business constants and limits': 26,
  'Product §1 Words': 3,
  'Product §2 Which queue an order is in': 15,
  'Product §3 Moves': 40,
  'Product §4 Who may do what': 22,
  'Product §5 Calls': 77,
  'Product §6 Visitors': 19,
  'Product §7 Mail and documents': 19,
  'Product §8 Defence packs': 10,
  'Product §9 On the screen': 7,
  'Product §10 Running it': 8,
  'Mail on the desk': 14,
  'Mail that arrives': 12,
  "The visitor's pages": 22,
}

const rows = readRows(readFileSync('docs/coverage.md', 'utf8'))
const testsOf = testReader(readFromDisk)

test('every chapter has its rows, each once', () => {
  const counted: Record<string, number> = {}
  for (const { chapter } of rows) counted[chapter] = (counted[chapter] ?? 0) + 1
  expect(counted).toEqual(chapters)
  const keys = rows.map(({ chapter, what, asked }) => `${chapter}: ${what} (${asked})`)
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('the tests of every row say what it quotes', () => {
  expect(rows.flatMap((row) => faultsOf(row, testsOf).map((fault) => `${row.what}: ${fault}`))).toEqual([])
})

const madeUp = {
  'test/http/gate.test.ts': `
    import { expect, test } from 'vitest'
    import { labels } from './labels.ts'
    import { secret } from '#contract/secret.ts'
    const answers = { closed: 'The gate is closed.' } // 'The gate is open.'
    test('the gate answers', () => expect(ask()).toBe(answers.closed))
    test('the gate has its label', () => expect(labels).toEqual(secret))
    describe('at night', () => {
      test.each([['Team', 403]])('%s gets %i', (role, http) => expect(ask(role)).toBe(http))
    })`,
  'test/http/labels.ts': `export const labels = ['Open the gate']`,
  'src/contract/secret.ts': `export const secret = 'Of the product'`,
}
const readMadeUp: ReadText = (path) => Object.entries(madeUp).find(([it]) => it === path)?.[1]

test.each<[string, string, RegExp[]]>([
  ['`The gate is closed.`', 'the gate answers', []],
  ['`Open the gate`', 'the gate has its label', []],
  ['`Team` gets `403`', '%s gets %i', []],
  ['`403`', 'at night › %s gets %i', []],
  ['`The gate is shut.`', 'the gate answers', [/^nothing there says 'The gate is shut\.'$/, /says nothing/]],
  ['`The gate is open.`', 'the gate answers', [/^nothing there says/, /says nothing/]],
  ['`gate`', 'the gate has its label', []],
  ['`gat`', 'the gate has its label', [/^nothing there says 'gat'$/, /says nothing/]],
  ['`Of the product`', 'the gate has its label', [/^nothing there says/, /says nothing/]],
  ['`Team`', 'Team gets 403', [/has 0 tests 'Team gets 403'/]],
  ['`403`', '', [/gate.test.ts › is no file$/]],
  ['The gate is closed.', 'the gate answers', [/^quotes nothing/]],
])('a made-up row %s, shown by %j', (what, title, faults) => {
  const [row] = readRows(
    `## Gate\n| What | Asked for in | Shown by |\n| --- | --- | --- |\n| ${what} | §0 | test/http/gate.test.ts › ${title} |`,
  )
  if (!row) throw new Error('the row was not read')
  const found = faultsOf(row, testReader(readMadeUp))
  expect(found).toHaveLength(faults.length)
  for (const [at, fault] of faults.entries()) expect(found[at]).toMatch(fault)
})

test('a row without a place, and one of a missing file, are faulty', () => {
  const read = (line: string) => readRows(line).flatMap((row) => faultsOf(row, testReader(readMadeUp)))
  expect(read('| `403` | | test/http/gate.test.ts › %s gets %i |')).toHaveLength(1)
  expect(read('| `403` | §0 | |')).toEqual([' is no file'])
  expect(read('| `403` | §0 | test/http/wall.test.ts › %s gets %i |')).toEqual([
    'test/http/wall.test.ts is no file',
  ])
})

test('quotes may hold a bar and backticks', () => {
  const [row] = readRows('| `Manage Team \\| ` and `` a `b` `` | §0 | x › y |')
  expect(quotesOf(row?.what ?? '')).toEqual(['Manage Team | ', 'a `b`'])
})
