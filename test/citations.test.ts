import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { citedSections, readCitingTitles, readSections } from '../scripts/lib/citations.ts'

const findCitations = (text: string): string[] => [
  ...citedSections(text),
  ...[...text.matchAll(/\((design,\s[^).]+)\)/g)].map(([, cited = '']) => cited),
]

const designHeadings = [...readFileSync('docs/design.md', 'utf8').matchAll(/^#+ (.+)$/gm)]
const headings = new Set([
  ...readSections().map(({ section }) => section),
  ...designHeadings.map(([, heading]) => `design, ${heading}`),
])

const findMissingSections = (path: string, text: string): string[] =>
  findCitations(text)
    .filter((cited) => !headings.has(cited))
    .map((cited) => `${path}: ${cited}`)

const folders = ['src', 'test', 'trials', 'scripts', 'migrations', 'docs']
const paths = folders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => posix.join(folder, name)),
  )
  .filter((path) => /\.(tsx?|mjs|css|sql|md|html)$/.test(path))

test.each<[string, string[]]>([
  ['(spec §2, §4; product §1)', ['spec §2', 'spec §4', 'product §1']],
  ['what product §4 and §5 leave open', ['product §4', 'product §5']],
  ['Spec §2, Confirm dialogs, and §8, success toasts', ['spec §2', 'spec §8']],
  ['afterwards (product\n * §7)', ['product §7']],
  ['(spec §4, product §5), specification §9', ['spec §4', 'product §5', 'spec §9']],
  ['(spec §3, ICAO Doc 9303-3 §5)', ['spec §3']],
  ['is quiet (design, Density).', ['design, Density']],
])('%j has the citations %j', (text, cited) => expect(findCitations(text)).toEqual(cited))

test('every citation refers to an existing section', () => {
  // Built at run time, so that this file itself contains no missing citation.
  const missing = ['spec', '§99'].join(' ')
  expect(findMissingSections('src/made-up.ts', `spec §4, ${missing}`)).toEqual([`src/made-up.ts: ${missing}`])
  expect(paths.flatMap((path) => findMissingSections(path, readFileSync(path, 'utf8')))).toEqual([])
})

test('each section of specification and product is cited by the title of a test', () => {
  const cited = new Set(readCitingTitles().flatMap((title) => title.cited))
  expect(
    readSections()
      .map(({ section }) => section)
      .filter((section) => !cited.has(section)),
  ).toEqual([])
})

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w -]/g, '')
    .replaceAll(' ', '-')
const withoutCode = (text: string) => text.replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '')

const anchorsOf = (page: string): string[] => [
  ...[...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => slugOf(heading)),
  ...[...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id),
]

test('links in the pages lead to existing files and headings', () => {
  const pages = ['README.md', ...paths.filter((path) => path.endsWith('.md'))]
  const broken = pages.flatMap((path) =>
    [
      ...withoutCode(readFileSync(path, 'utf8')).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g),
    ].flatMap(([link, file = '', anchor]) => {
      const target = file === '' ? path : posix.join(posix.dirname(path), file)
      if (!existsSync(target)) return [`${path}: ${link}`]
      if (anchor === undefined || !target.endsWith('.md')) return []
      return anchorsOf(withoutCode(readFileSync(target, 'utf8'))).includes(anchor) ? [] : [`${path}: ${link}`]
    }),
  )
  expect(pages.length).toBeGreaterThan(40)
  expect(broken).toEqual([])
})
