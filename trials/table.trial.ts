import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { readPage, replaceRows, rowsIn, type Row } from './report.ts'
import { trials } from './table.ts'

const row = (trial: string, found: string): Row => ({
  trial,
  date: '2026-11-28',
  commit: 'ea4b111a',
  minutes: '1.0',
  tried: '2 kills',
  found,
})

/** Whether a path begins with this: tests are named by the beginning of theirs. */
const isThere = (start: string) =>
  readdirSync(posix.dirname(start)).some((name) => name.startsWith(posix.basename(start)))

test('each trial has a name of its own, and its files are there', () => {
  const names = trials.map(({ name }) => name)
  expect(names).toHaveLength(new Set(names).size)
  const files = trials.flatMap(({ command }) =>
    command.filter((part) => /^(trials|test|scripts)\//.test(part)),
  )
  expect(files.filter((file) => !isThere(file))).toEqual([])
})

test('docs/trials.md has a row for each trial, and for no other', () => {
  expect(rowsIn(readPage()).map(({ trial }) => trial)).toEqual(trials.map(({ name }) => name))
})

test('the row of a trial is replaced, in the order of the trials, and the rest of the page stays', () => {
  const page = replaceRows(readPage(), [row('crash', '1 | lost'), row('gone', '–')], ['races', 'crash'])
  expect(rowsIn(page).map(({ trial }) => trial)).toEqual(['races', 'crash'])
  expect(rowsIn(page)[1]).toEqual(row('crash', '1 / lost'))
  expect(page.slice(0, page.indexOf('| trial |'))).toBe(readPage().slice(0, page.indexOf('| trial |')))
})
