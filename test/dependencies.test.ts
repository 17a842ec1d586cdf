import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

type Manifest = Record<string, Record<string, string>>
type Lock = { packages: Record<string, { license?: string; integrity?: string; resolved?: string }> }

const readText = (path: string) => readFileSync(path, 'utf8')
const manifest = JSON.parse(readText('package.json')) as Manifest
const { packages } = JSON.parse(readText('package-lock.json')) as Lock
const lockedPackages = Object.entries(packages).filter(([path]) => path !== '')
const dependenciesPage = readText('docs/dependencies.md')

/** For each table row below a heading: names in backticks, the middle, and the last cell. */
function rowsBelow(heading: string) {
  const section = dependenciesPage.split(/^## /m).find((it) => it.startsWith(`${heading}\n`)) ?? ''
  const rows = section.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \|(?:(.*) \|)? ([^|]+) \|$/gm)
  return [...rows].flatMap(([, names = '', between = '', last = '']) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, between: between.trim(), last })),
  )
}

test.each([
  ['Runtime', 'dependencies'],
  ['Development', 'devDependencies'],
  ['Optional', 'optionalDependencies'],
])('%s lists all %s and no others, with their licences', (heading, kind) => {
  const named = Object.keys(manifest[kind] ?? {})
  const rows = rowsBelow(heading).map(({ name, last }) => `${name}: ${last}`)
  expect(rows.toSorted()).toEqual(
    named.map((name) => `${name}: ${packages[`node_modules/${name}`]?.license}`).toSorted(),
  )
})

test('every package has a stated purpose', () => {
  const rows = ['Runtime', 'Development', 'Optional'].flatMap(rowsBelow)
  expect(rows.length).toBeGreaterThan(50)
  expect(rows.filter(({ between }) => between === '' || between === '?')).toEqual([])
})

test('every installed package has an allowed licence', () => {
  const allowed = new Set(rowsBelow('Allowed licences').map(({ name }) => name))
  const others = lockedPackages.filter(([, { license }]) => license !== undefined && !allowed.has(license))
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

test('packages without a licence in their manifest are listed', () => {
  const withoutLicence = lockedPackages.flatMap(([path, { license }]) =>
    license ? [] : [path.replace(/.*node_modules\//, '')],
  )
  const known = rowsBelow('Without a licence in their manifest').map(({ name }) => name)
  expect([...new Set(withoutLicence)].toSorted()).toEqual(known.toSorted())
})

test('every installed package has a checksum and comes from the registry', () => {
  const others = lockedPackages.filter(
    ([, { integrity, resolved = '' }]) =>
      !integrity?.startsWith('sha512-') || !/^(https:\/\/registry\.npmjs\.org\/|$)/.test(resolved),
  )
  expect(others.map(([path]) => path)).toEqual([])
})
