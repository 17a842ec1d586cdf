import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSources } from './support/sources.ts'

test('docs/data-model.md describes exactly the existing tables', () => {
  const page = readFileSync('docs/data-model.md', 'utf8')
  const described = [...page.matchAll(/^- \*\*((?:`\w+`(?:, )?)+)\*\*: /gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/\w+/g)].map(([name]) => name),
  )
  const source = readFileSync('src/server/platform/db/tables.ts', 'utf8')
  const tables = [
    ...source.split('export interface Tables')[1]!.matchAll(/^ {2}(\w+): (?:\{|[A-Z]\w+Table$)/gm),
  ].map(([, name = '']) => name)
  expect(described.toSorted()).toEqual(tables.toSorted())
  expect(page).toContain(`One PostgreSQL schema, ${tables.length} tables.`)
})

test('docs/data-model.md describes the locked reads of exactly the existing jobs', () => {
  const page = readFileSync('docs/data-model.md', 'utf8')
  const paragraph = page.split('Of the jobs, these decide')[1]?.split('\n')[0] ?? ''
  const described = [...paragraph.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name)
  const defined = readSources('src/server').flatMap(({ text }) =>
    [...text.matchAll(/defineJob\('([a-z-]+)'/g)].map(([, name = '']) => name),
  )
  expect(described.toSorted()).toEqual(defined.toSorted())
})
