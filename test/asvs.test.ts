import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { securityEvents } from '#server/platform/refusal.ts'
import { settings } from '#server/settings.ts'
import {
  asvsRows as rows,
  namedTests,
  securityPage as page,
  sectionOf,
  type NamedTest,
} from './support/asvs-table.ts'

/** The requirements of ASVS 5.0.0 by section: the level of the first, the second …; the table has those of 1 and 2. */
const levels: Record<string, string> = {
  '1.1': '22',
  '1.2': '1111122223',
  '1.3': '112222222223',
  '1.4': '222',
  '1.5': '123',
  '2.1': '122',
  '2.2': '112',
  '2.3': '12223',
  '2.4': '23',
  '3.1': '3',
  '3.2': '113',
  '3.3': '12223',
  '3.4': '11222233',
  '3.5': '11122333',
  '3.6': '3',
  '3.7': '22333',
  '4.1': '12233',
  '4.2': '23333',
  '4.3': '22',
  '4.4': '1222',
  '5.1': '2',
  '5.2': '112333',
  '5.3': '113',
  '5.4': '222',
  '6.1': '122',
  '6.2': '111111112222',
  '6.3': '11223333',
  '6.4': '112233',
  '6.5': '22222333',
  '6.6': '2223',
  '6.7': '33',
  '6.8': '2222',
  '7.1': '222',
  '7.2': '1111',
  '7.3': '22',
  '7.4': '11222',
  '7.5': '223',
  '7.6': '22',
  '8.1': '1233',
  '8.2': '1123',
  '8.3': '133',
  '8.4': '23',
  '9.1': '111',
  '9.2': '1222',
  '10.1': '22',
  '10.2': '223',
  '10.3': '22223',
  '10.4': '1111122222233333',
  '10.5': '22222',
  '10.6': '22',
  '10.7': '222',
  '11.1': '2233',
  '11.2': '22233',
  '11.3': '11233',
  '11.4': '1222',
  '11.5': '23',
  '11.6': '23',
  '11.7': '33',
  '12.1': '12233',
  '12.2': '11',
  '12.3': '22223',
  '13.1': '2333',
  '13.2': '222223',
  '13.3': '2233',
  '13.4': '1222233',
  '14.1': '22',
  '14.2': '12223333',
  '14.3': '122',
  '15.1': '12233',
  '15.2': '12233',
  '15.3': '1222222',
  '15.4': '3333',
  '16.1': '2',
  '16.2': '22222',
  '16.3': '2222',
  '16.4': '222',
  '16.5': '2223',
  '17.1': '23',
  '17.2': '22223333',
  '17.3': '22',
}

const slugOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z\d -]/g, '')
    .replaceAll(' ', '-')

/** Whether a test of this file begins with these words. */
function hasTest({ path, title = '' }: NamedTest): boolean {
  if (!existsSync(path)) return false
  const source = readFileSync(path, 'utf8')
  return ['', ...`'"\``].some((quote) => (quote === '' ? title === '' : source.includes(quote + title)))
}

test('the table has a row for every requirement of levels 1 and 2, in order', () => {
  const required = Object.entries(levels).flatMap(([section, list]) =>
    [...list].flatMap((level, at) => (level === '3' ? [] : [`${section}.${at + 1} ${level}`])),
  )
  expect(required).toHaveLength(253)
  expect(rows.map(({ requirement, level }) => `${requirement} ${level}`)).toEqual(required)
})

test('a met requirement names existing tests; any other gives a reason', () => {
  const wrong = rows.flatMap(({ requirement, state, by }) => {
    const tests = namedTests(by)
    if (state === 'met' ? tests.length === 0 : by === '') return [`${requirement} says nothing`]
    return tests
      .filter((named) => !hasTest(named))
      .map(({ path, title }) => `${requirement}: ${path} › ${title}`)
  })
  expect(wrong).toEqual([])
  expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['met', 'open', 'not applicable']))
  expect(hasTest({ path: 'test/asvs.test.ts', title: ['no such', 'title'].join(' ') })).toBe(false)
})

test('every linked section exists and has text', () => {
  const linked = [page, ...rows.map(({ by }) => by)].join('\n')
  const anchors = [...linked.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor = '']) => anchor)
  expect(anchors.length).toBeGreaterThan(30)
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading)
  const filled = headings.filter((heading) => sectionOf(heading.replaceAll('.', '\\.')).trim().length > 200)
  expect(anchors.filter((anchor) => !filled.map(slugOf).includes(anchor))).toEqual([])
})

test('the counts above the table match its rows', () => {
  const count = (state: string) => rows.filter((row) => row.state === state).length
  const without = count('not applicable')
  expect(sectionOf('ASVS 5.0 level 2')).toContain(
    `of ${rows.length} requirements ${rows.length - without} apply and ${count('met')} are met, ` +
      `${count('open')} are open, ${without} do not apply.`,
  )
})

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))

/** Where a pattern stands, as `file: text`. */
const findAll = (folder: string, pattern: RegExp) =>
  filesOf(folder, /\.tsx?$/).flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(pattern)].map(([found]) => `${path}: ${found}`),
  )

/** What the server must not do, and where it may all the same. */
const forbidden: { pattern: RegExp; except?: readonly string[] }[] = [
  { pattern: /\beval\(|new Function\(|from 'node:vm'/g },
  { pattern: /\bshell: |\b(exec|execSync)\b[^\n]* from 'node:child_process'/g },
  // How long a retry waits is no secret.
  { pattern: /Math\.random/g, except: ['src/server/platform/mail/retry-policy.ts: Math.random'] },
  { pattern: /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/g },
  {
    pattern: /redirect: '(?!error)|\bfetch\((?![^;]{0,60}redirect: 'error')/g,
    // It looks where a redirect leads, and follows none.
    except: ["redirect: '", 'fetch('].map((found) => `src/server/doctor/proxy-checks.ts: ${found}`),
  },
  { pattern: /createWriteStream|appendFile/g },
]

test("the server's code names no forbidden algorithm", () => {
  const found = forbidden.flatMap(({ pattern, except = [] }) =>
    findAll('src/server', pattern).filter((place) => !except.includes(place)),
  )
  expect(found).toEqual([])
})

test("every algorithm that the server's code names is listed", () => {
  const listed = sectionOf('Keys and algorithms')
  const named = findAll(
    'src/server',
    /(?<=')(aes-[\w-]+|des-[\w-]+|md5|RSA-SHA\d+|[HERP]S\d{3}|(sha|SHA)\d+)(?=')/g,
  )
  const algorithms = new Set(named.map((place) => place.split(': ')[1] ?? ''))
  expect(algorithms.size).toBeGreaterThan(4)
  expect([...algorithms].filter((name) => !listed.includes(`\`${name}\``))).toEqual([])
})

test('no field of the web prevents pasting', () => {
  expect(findAll('src/web', /onPaste|'paste'/g)).toEqual([])
})

test('the listed forbidden passwords are those of the code', () => {
  const source = readFileSync('src/server/platform/auth/common-passwords.ts', 'utf8')
  const words = /tradeWords =\s*'([^']+)'/.exec(source)?.[1]?.split(' ') ?? []
  expect(words.length).toBeGreaterThan(10)
  expect(sectionOf('Words that are no password')).toContain(words.join(', '))
})

test('every connection that the settings can make is listed', () => {
  const leadsElsewhere = /(URL|URL_[A-Z\d]+|BUCKET|REGION|HOST|PORT|PROXY)$/
  const names = Object.keys(settings.shape).filter((name) => leadsElsewhere.test(name))
  expect(names).toContain('DATABASE_URL')
  expect(names.filter((name) => !sectionOf('Connections').includes(`\`${name}\``))).toEqual([])
})

test('every security event is listed', () => {
  const listed = [...sectionOf('Security events').matchAll(/^\| `([^`]+)` \|/gm)].map(([, event]) => event)
  expect(listed).toEqual(['event', ...securityEvents])
})

test('every table has a level of protection', () => {
  const source = readFileSync('src/server/platform/db/tables.ts', 'utf8')
  const tables = [...source.split('export interface Tables')[1]!.matchAll(/^ {2}(\w+): \{/gm)].map(
    ([, name]) => name,
  )
  expect(tables.length).toBeGreaterThan(30)
  expect(tables.filter((name) => !sectionOf('Data and its levels').includes(`\`${name}\``))).toEqual([])
})
