import { expect, test } from 'vitest'
import { readSource, readSources, type Source } from './support/sources.ts'

type Rule = {
  says: string
  /** What in a source breaks the rule; `reaches` follows the imports between features. */
  offences: (source: Source, reaches: Reaches) => string[]
  /** Made-up sources that break it, by their paths. */
  offender: Record<string, string>
}
type Reaches = (from: string, to: string) => boolean

const compositionRoot = /^src\/server\/(main|app|config|services|cli|jobs|mail-templates)\.ts$/
const featureless = /^src\/(server\/platform|web\/(ui|lib))\//
const shell = /^src\/web\/(staff|visitor)\//
const inServerFeature =
  /^src\/server\/([a-z-]+\/)+((routes|rules|usecases|queries|jobs)\.ts|emails\/[a-z-]+\.ts)$/
/** Tables of names, places and goods that the demo is made from. */
const demoTable = /^src\/server\/demo\/[a-z-]+\.ts$/
const buildsSql =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|import \{[^}]*\bsql\b[^}]*\} from 'kysely'/g

const side = (path: string) => /^src\/(contract|server|web)\//.exec(path)?.[1]
/** `server/orders` for whatever lies in that folder; nothing for what is no feature. */
const feature = (path: string) =>
  featureless.test(path) || shell.test(path) ? undefined : /^src\/((server|web)\/[^/]+)\//.exec(path)?.[1]
const otherFeatures = ({ path, imports }: Source) =>
  imports.filter((it) => feature(path) && feature(it) && feature(it) !== feature(path))

const rules: Rule[] = [
  {
    says: 'contract imports zod/mini and itself only',
    offences: ({ path, imports }) =>
      side(path) === 'contract' ? imports.filter((it) => it !== 'zod/mini' && side(it) !== 'contract') : [],
    offender: { 'src/contract/orders.ts': "import * as z from 'zod'" },
  },
  {
    says: 'server and web never import each other',
    offences: ({ path, imports }) =>
      imports.filter((it) => ['server web', 'web server'].includes(`${side(path)} ${side(it)}`)),
    offender: { 'src/web/orders/hooks.ts': "import type { Order } from '#server/orders/orders.ts'" },
  },
  {
    says: 'platform, ui and lib know no feature',
    offences: ({ path, imports }) =>
      featureless.test(path) ? imports.filter((it) => feature(it) ?? shell.test(it)) : [],
    offender: { 'src/server/platform/jobs/worker.ts': "import { send } from '../../documents/usecases.ts'" },
  },
  {
    says: 'a server feature reaches another through its usecases.ts',
    offences: (source) =>
      side(source.path) === 'server'
        ? otherFeatures(source).filter((it) => !it.endsWith('/usecases.ts'))
        : [],
    offender: {
      'src/server/documents/usecases.ts': "export const it = import('#server/orders/orders.queries.ts')",
    },
  },
  {
    says: 'features import each other in no circle',
    offences: (source, reaches) =>
      otherFeatures(source).filter((it) => reaches(feature(it) ?? '', feature(source.path) ?? '')),
    offender: {
      'src/server/orders/usecases.ts': "import { mailOf } from '#server/mails/usecases.ts'",
      'src/server/mails/usecases.ts': "import { siteOf } from '#server/sites/sites.ts'",
      'src/server/sites/usecases.ts': "import { orderOf } from '#server/orders/orders.ts'",
    },
  },
  {
    says: 'only queries.ts builds SQL',
    offences: ({ path, text }) =>
      side(path) === 'server' && !featureless.test(path) && !path.endsWith('/queries.ts')
        ? (text.match(buildsSql) ?? [])
        : [],
    offender: { 'src/server/orders/usecases.ts': "export const all = (db: Db) => db.selectFrom('orders')" },
  },
  {
    says: 'a server feature holds a closed list of file names',
    offences: ({ path }) =>
      side(path) === 'server' &&
      ![inServerFeature, demoTable, compositionRoot, featureless].some((it) => it.test(path))
        ? ['its name']
        : [],
    offender: { 'src/server/orders/utils.ts': '' },
  },
  {
    says: 'nothing is a default export',
    offences: ({ exports }) => exports.flatMap(({ name }) => (name === 'default' ? [name] : [])),
    offender: { 'src/web/ui/Toast.tsx': 'export default function Toast() { return <p /> }' },
  },
  {
    says: 'no file passes on the exports of another',
    offences: ({ exports }) => exports.flatMap(({ from }) => from ?? []),
    offender: { 'src/web/ui/index.ts': "export * from './Toast.tsx'" },
  },
]

const sources = readSources('src')

test('the sources are found', () => {
  expect(sources.map(({ path }) => path)).toContain('src/contract/endpoint.ts')
})

test.each(rules)('$says', ({ offences, offender }) => {
  const made = Object.entries(offender).map(([path, text]) => readSource(path, text))
  expect(breaches(made, offences), 'the made-up offender').toHaveLength(made.length)
  expect(breaches(sources, offences)).toEqual([])
})

function breaches(sources: Source[], offences: Rule['offences']): string[] {
  const reaches = reachability(sources)
  return sources.flatMap((source) => offences(source, reaches).map((offence) => `${source.path}: ${offence}`))
}

function reachability(sources: Source[]): Reaches {
  const next = new Map<string, Set<string>>()
  for (const source of sources) {
    const from = feature(source.path) ?? ''
    for (const it of otherFeatures(source))
      next.set(from, (next.get(from) ?? new Set()).add(feature(it) ?? ''))
  }
  return (from, to) => {
    const seen = new Set([from])
    for (const it of seen) for (const after of next.get(it) ?? []) seen.add(after)
    return seen.has(to)
  }
}
