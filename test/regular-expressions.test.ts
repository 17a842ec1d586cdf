import { analyse } from 'scslre'
import { parseSync, Visitor } from 'vite'
import { expect, test, vi } from 'vitest'
import { readSources } from './support/sources.ts'

const describePattern = (source: string, flags: string) => `/${source}/${flags}`

/** Patterns with superlinear time on some text. */
const findSlow = (source: string, flags: string): string[] =>
  analyse({ source, flags }).reports.map(({ type }) => `${type} ${describePattern(source, flags)}`)

const sources = readSources('src')

test('no literal regular expression takes superlinear time', () => {
  expect(findSlow('^(a+)+$', '')).not.toEqual([])
  expect(findSlow('\\s+$', '')).not.toEqual([])
  expect(findSlow('(?<!\\s)\\s+$', '')).toEqual([])
  let count = 0
  const slow: string[] = []
  for (const { path, text } of sources) {
    const { program } = parseSync(path, text)
    new Visitor({
      Literal(literal) {
        if (!('regex' in literal)) return
        count++
        const { pattern, flags } = literal.regex
        slow.push(...findSlow(pattern, flags).map((found) => `${path}: ${found}`))
      },
    }).visit(program)
  }
  expect(slow).toEqual([])
  expect(count).toBeGreaterThan(400)
})

const builtOfOurOwn = [
  'src/contract/rules/masking.ts', // a number of at most 40 characters, with at most one sign between two
  'src/server/hooks/inbound/parse-bounce.ts', // the name of a header field
  'src/server/outbox/outbox.ts', // a path, then what is no blank
  'src/server/session/factors/recovery-codes.ts',
  'src/web/preflight/FindingMessage.tsx', // ids of orders
]
const builtOnce = {
  'src/server/visitor/copied-links.ts': () => import('#server/visitor/copied-links.ts'),
  'src/contract/rules/card-numbers.ts': () => import('#contract/rules/card-numbers.ts'),
  'src/contract/rules/dates.ts': () => import('#contract/rules/dates.ts'),
  'src/contract/rules/search-text.ts': () => import('#contract/rules/search-text.ts'),
  'src/server/document-comparison/labelled-values.ts': () =>
    import('#server/document-comparison/labelled-values.ts'),
}

test('no built regular expression takes superlinear time', async () => {
  const building = sources.filter(({ text }) => text.includes('new RegExp(')).map(({ path }) => path)
  expect(building.toSorted()).toEqual([...builtOfOurOwn, ...Object.keys(builtOnce)].toSorted())
  const built: [string, string][] = []
  const noting = new Proxy(RegExp, {
    construct(target, [source, flags = '']: [string, string?]) {
      built.push([source, flags])
      return new target(source, flags)
    },
  })
  // Other tests of this process may have loaded the modules.
  vi.resetModules()
  vi.stubGlobal('RegExp', noting)
  for (const load of Object.values(builtOnce)) await load()
  vi.unstubAllGlobals()
  expect(built.length).toBeGreaterThanOrEqual(Object.keys(builtOnce).length)
  expect(built.flatMap(([source, flags]) => findSlow(source, flags))).toEqual([])
})
