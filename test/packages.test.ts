import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judgePackages, timeFrames, type PackageFacts, type Severity } from '../scripts/lib/judge-packages.ts'
import { packageExceptions } from '../scripts/lib/package-exceptions.ts'
import { isInRange } from '../scripts/lib/versions.ts'

const now = new Date('2026-11-20T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000).toISOString()

const nothing: PackageFacts = {
  now,
  locked: {
    'node_modules/serves': { version: '1.2.0' },
    'node_modules/builds': { version: '1.2.0', dev: true },
  },
  direct: ['serves', 'builds'],
  latest: {},
  advisories: [],
  published: {},
  exceptions: [],
}

/** An advisory for versions below 1.3.0, published so many days ago. */
const withAdvisory = (name: string, severity: Severity, days: number): PackageFacts => ({
  ...nothing,
  advisories: [
    { package: name, title: 'Reads files', severity, range: '<1.3.0', nodes: [`node_modules/${name}`] },
  ],
  published: {
    [name]: {
      '1.2.0': daysAgo(400),
      '1.2.9': daysAgo(300),
      '1.3.0-beta.1': daysAgo(200),
      '1.3.0': daysAgo(days),
    },
  },
})

test.each<[string, Severity, number]>([
  ['serves', 'critical', timeFrames.advisory.critical],
  ['serves', 'high', timeFrames.advisory.high],
  ['serves', 'moderate', timeFrames.advisory.moderate],
  ['serves', 'low', timeFrames.advisory.low],
  ['builds', 'critical', timeFrames.developmentAdvisory],
])('a package that %s may be vulnerable (%s) for %i days after the fixed version', (name, severity, days) => {
  expect(judgePackages(withAdvisory(name, severity, days))).toEqual([])
  expect(judgePackages(withAdvisory(name, severity, days + 1))).toEqual([
    {
      rule: 'advisory',
      package: name,
      version: '1.2.0',
      what: `${severity}: Reads files`,
      days: days + 1,
      allowed: days,
    },
  ])
})

test('a vulnerability without a fixed version is a breach and needs its own exception', () => {
  const facts = { ...withAdvisory('serves', 'low', 1), published: { serves: { '1.2.9': daysAgo(300) } } }
  expect(judgePackages(facts)).toMatchObject([{ package: 'serves', days: null }])
  const except = (rule: 'advisory' | 'age') => [{ package: 'serves', rule, reason: 'not reached' }]
  expect(judgePackages({ ...facts, exceptions: except('age') })).toHaveLength(1)
  expect(judgePackages({ ...facts, exceptions: except('advisory') })).toEqual([])
})

test('an advisory for other versions is ignored; one that cannot be evaluated is an error', () => {
  const facts = withAdvisory('serves', 'critical', 100)
  const [advisory] = facts.advisories
  const judge = (changes: object) => judgePackages({ ...facts, advisories: [{ ...advisory!, ...changes }] })
  expect(judge({ range: '<1.2.0 || 1.2.1 - 1.2.9' })).toEqual([])
  expect(() => judge({ range: 'some of them' })).toThrow('some')
  expect(() => judge({ nodes: ['node_modules/none'] })).toThrow('node_modules/none')
})

test.each([
  ['a newer version of the same major', { '1.2.1': timeFrames.newerVersion }, '1.2.1'],
  ['a newer major', { '2.0.0': timeFrames.newerMajor }, '2.0.0'],
])('%s may be available for its time frame, counted from the first', (_, versions, latest) => {
  const judge = (later: number) => {
    const published = Object.entries(versions).map(([version, days]) => [version, daysAgo(days + later)])
    return judgePackages({
      ...nothing,
      latest: { serves: latest },
      published: {
        serves: { ...Object.fromEntries(published), '1.1.0': daysAgo(999), '3.0.0': daysAgo(999) },
      },
    })
  }
  const [days = 0] = Object.values(versions)
  expect(judge(0)).toEqual([])
  expect(judge(1)).toMatchObject([{ rule: 'age', package: 'serves', days: days + 1, allowed: days }])
})

test('a deprecated package is a breach', () => {
  const locked = { 'node_modules/serves': { version: '1.2.0', deprecated: 'use another' } }
  expect(judgePackages({ ...nothing, locked })).toMatchObject([{ rule: 'deprecated', package: 'serves' }])
})

test.each([
  ['1.2.3', '*', true],
  ['1.2.3', '1.2.3', true],
  ['1.2.3', '<=1.2.3', true],
  ['1.2.3', '>= 1.0.0 < 1.2.3', false],
  ['1.2.3', '>1.2.2 <2.0.0', true],
  ['1.10.0', '<1.9.0', false],
  ['1.2.3', '<1.0.0 || >=1.2.0 <1.3.0-rc.1', true],
])('%s is in %s: %s', (version, range, isIn) => expect(isInRange(version, range)).toBe(isIn))

const page = readFileSync('docs/security.md', 'utf8')

test("the page lists the script's time frames and exceptions", () => {
  const { advisory, developmentAdvisory, newerVersion, newerMajor } = timeFrames
  for (const row of [
    `| critical or high, in a package that serves | ${advisory.critical} days |`,
    `| moderate, in a package that serves | ${advisory.moderate} days |`,
    `| any other, or in a package that only builds and tests | ${developmentAdvisory} days |`,
    `| a newer version of a package that we name | ${newerVersion} days |`,
    `| the same, where all newer ones have another major number | ${newerMajor} days |`,
  ])
    expect(page).toContain(row)
  expect([advisory.high, advisory.low]).toEqual([advisory.critical, developmentAdvisory])
  for (const { package: name } of packageExceptions) expect(page).toContain(`\`${name}\``)
})

test('no package runs an install script, and each package with one is listed', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>
  }
  const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: object }
  const withScript = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.replace(/^.*node_modules\//, '')] : [],
  )
  expect(Object.keys(allowScripts).toSorted()).toEqual([...new Set(withScript)].toSorted())
  expect(Object.values(allowScripts).some(Boolean)).toBe(false)
  expect(readFileSync('.npmrc', 'utf8')).toMatch(/^ignore-scripts=true$/m)
})
