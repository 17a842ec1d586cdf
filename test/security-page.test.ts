import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { securityPage } from './support/asvs-table.ts'

test('every test and trial named by docs/security.md exists', () => {
  const named = [...securityPage.matchAll(/`((?:src|test|trials)\/[\w./-]+\.tsx?)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
