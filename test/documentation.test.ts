import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

const rowsOf = (page: string): string[] =>
  page.split('\n').filter((line) => line.startsWith('|') && !/^\| (?:word|verb) \||^\|-/.test(line))

/** The paths in code that a text names. */
const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)

const roots = ['', 'src', 'src/server', 'test']
const exists = (path: string) => roots.some((root) => existsSync(posix.join(root, path)))

const glossary = readFileSync('docs/glossary.md', 'utf8')

test('the glossary has at most 190 rows, and every path in it exists', () => {
  const rows = rowsOf(glossary)
  expect(rows.length).toBeGreaterThan(100)
  expect(rows.length).toBeLessThanOrEqual(190)
  expect(exists('orders/none.ts')).toBe(false)
  expect(pathsIn(rows.join('\n')).filter((path) => !exists(path))).toEqual([])
})

test('the pages of docs have at most 4,000 lines together', () => {
  const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  const lines = pages.map((name) => readFileSync(posix.join('docs', name), 'utf8').split('\n').length - 1)
  expect(lines.reduce((sum, it) => sum + it, 0)).toBeLessThanOrEqual(4000)
})
