import { existsSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

interface Stop {
  /** The link's text in code, such as `assignOrders`; a link to a file names its path. */
  name: string
  path: string
}

const stopsOf = (text: string): Stop[] =>
  [...text.matchAll(/\[`([^`]+)`\]\(([^)]+)\)/g)].map(([, name = '', link = '']) => ({
    name,
    path: posix.join('docs', link),
  }))

const declares = (source: string, name: string) =>
  new RegExp(String.raw`^(export )?(async )?(function\*?|const|interface) ${name}\b`, 'm').test(source)

/** Files and functions of a tour that do not exist. */
const missingOf = (text: string): string[] =>
  stopsOf(text).flatMap(({ name, path }) => {
    if (!existsSync(path)) return [path]
    return name === path || declares(readFileSync(path, 'utf8'), name) ? [] : [`${name} in ${path}`]
  })

test('every file and function named by the tour exists', () => {
  expect(missingOf('[`sendDone`](../src/none.ts) and [`none`](../src/server/app.ts)')).toEqual([
    'src/none.ts',
    'none in src/server/app.ts',
  ])
  const tour = readFileSync('docs/tour.md', 'utf8')
  expect(stopsOf(tour).length).toBeGreaterThan(40)
  expect(missingOf(tour)).toEqual([])
})
