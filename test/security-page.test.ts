import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { promises } from './safety/promises.ts'

test('npm run test:safety runs or names every test of the promises of docs/security.md', () => {
  // The table of ASVS, behind them, names tests of every kind.
  const [page = ''] = readFileSync('docs/security.md', 'utf8').split('\n## What is decided')
  const named = [...page.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)`/g)].map(([, path = '']) => path)
  const tests = promises.flatMap(({ tests, browserTests = [] }) => [...tests, ...browserTests])
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((path) => !tests.some((test) => test.endsWith(path)))).toEqual([])
})
