import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declarationsOf, nameOf, pathOf, placesOf, sourceOf } from './sql-fault.ts'
import { sqlFaults } from './sql-faults.ts'

const writes = /\.(insertInto|updateTable|deleteFrom|mergeInto)\(|^\s*(insert into|update|delete from) /m
const condition = /\.where(Ref)?\(|\.onConflict\(|\.skipLocked\(|\bwhere [a-z(]|\bon conflict\b/

test('the text of each planted fault occurs once', () => {
  const others = sqlFaults.filter((fault) => placesOf(fault, sourceOf(fault.file)).length !== 1)
  expect(others.map(nameOf)).toEqual([])
})

test('no fault is listed twice, and the tests that must see them are there', () => {
  const names = sqlFaults.map(nameOf)
  expect(names).toHaveLength(new Set(names).size)
  const missing = sqlFaults.flatMap(({ seenBy }) => seenBy.map(pathOf)).filter((path) => !existsSync(path))
  expect(missing).toEqual([])
})

test('every condition of a statement that writes has a fault', () => {
  // The demo fills an empty database once.
  const files = readdirSync('src/server', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('demo/'))
    .map((name) => join('src/server', name))
  const bare = files.flatMap((path) => {
    const source = sourceOf(path)
    if (!writes.test(source)) return []
    const places = sqlFaults.filter(({ file }) => file === path).flatMap((fault) => placesOf(fault, source))
    return declarationsOf(source)
      .filter(({ text }) => writes.test(text))
      .flatMap(({ name, start, text }) =>
        linesOf(text, start)
          .filter(({ line }) => condition.test(line) && !/^\s*(\*|\/)|=>$/.test(line))
          .filter(({ from, to }) => !places.some((place) => place.from < to && from < place.to))
          .map(({ line }) => `${path} ${name}: ${line.trim()}`),
      )
  })
  expect(bare).toEqual([])
})

function linesOf(text: string, start: number) {
  let from = start
  return text.split('\n').map((line) => {
    const place = { line, from, to: from + line.length }
    from = place.to + 1
    return place
  })
}
