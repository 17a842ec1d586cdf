import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { readSource, readSources, type Source } from './support/sources.ts'

type Rule = {
  says: string
  /** The violations in a source. */
  offences: (source: Source, graph: Graph) => string[]
  /** Example sources that violate the rule, by path. */
  offender: Record<string, string>
}
interface Graph {
  /** Whether there is an import path from one file, or feature, to another. */
  reaches: (from: string, to: string) => boolean
  /** Number of source files directly in a folder. */
  filesIn: (folder: string) => number
}

const compositionRoot = /^src\/server\/[a-z-]+\.ts$/
const featureless = /^src\/(server\/(platform|config)|web\/(ui|lib))\//
const shell = /^src\/web\/(staff|visitor)\//
const sql =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|import \{[^}]*\bsql\b[^}]*\} from 'kysely'/g

/** The layer of a server file by its suffix; undefined for a plain module. */
const layer = (path: string) =>
  /\.(queries|jobs|routes|email)\.ts$|\/(routes)\.ts$/.exec(path)?.slice(1).join('')
/** File names that do not name a subject; in a feature also those that name only a layer. */
const saysNothing = /\/(utils?|helpers?|types|constants|misc|index)\.tsx?$/
const saysLayer = /\/(rules|usecases|queries|jobs|emails?)\.ts$/
const side = (path: string) => /^src\/(contract|server|web)\//.exec(path)?.[1]
/** The feature of a path, such as `server/orders`; undefined outside of features. */
const feature = (path: string) =>
  featureless.test(path) || shell.test(path) ? undefined : /^src\/((server|web)\/[^/]+)\//.exec(path)?.[1]
const otherFeatures = ({ path, imports }: Source) =>
  imports.filter((it) => feature(path) && feature(it) && feature(it) !== feature(path))
/** Top folders such as `src/server/orders` and `src/server/platform/db`, which may have few files. */
const isRoom = (folder: string) => /^src\/(contract|server|web)(\/[^/]+|\/platform\/[^/]+)?$/.test(folder)

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
    says: 'only *.queries.ts builds SQL',
    offences: ({ path, text }) =>
      side(path) === 'server' && !featureless.test(path) && layer(path) !== 'queries'
        ? (text.match(sql) ?? [])
        : [],
    offender: { 'src/server/orders/assign.ts': "export const all = (db: Db) => db.selectFrom('orders')" },
  },
  {
    says: 'routes reach queries through a use case',
    offences: ({ path, imports }) =>
      layer(path) === 'routes' ? imports.filter((it) => layer(it) === 'queries') : [],
    offender: { 'src/server/orders/routes.ts': "import { selectOrder } from './orders.queries.ts'" },
  },
  {
    says: 'only platform/http makes routes from endpoints and finds out who calls',
    offences: ({ path, imports }) =>
      feature(path) && layer(path) !== 'routes'
        ? imports.filter((it) => it === 'src/server/platform/http/http.ts')
        : [],
    offender: { 'src/server/orders/assign.ts': "import type { Http } from '#server/platform/http/http.ts'" },
  },
  {
    says: 'platform, config, ui and lib know no feature',
    offences: ({ path, imports }) =>
      featureless.test(path) ? imports.filter((it) => feature(it) ?? shell.test(it)) : [],
    offender: { 'src/server/platform/jobs/worker.ts': "import { send } from '../../documents/send.ts'" },
  },
  {
    says: 'a server feature reaches another through its plain modules',
    offences: (source) =>
      side(source.path) === 'server' ? otherFeatures(source).filter((it) => layer(it) !== undefined) : [],
    offender: {
      'src/server/documents/upload.ts': "export const it = import('#server/orders/orders.queries.ts')",
    },
  },
  {
    says: 'features import each other in no circle',
    offences: (source, { reaches }) =>
      otherFeatures(source).filter((it) => reaches(feature(it) ?? '', feature(source.path) ?? '')),
    offender: {
      'src/server/orders/orders.ts': "import { mailOf } from '#server/mails/mails.ts'",
      'src/server/mails/mails.ts': "import { siteOf } from '#server/sites/sites.ts'",
      'src/server/sites/sites.ts': "import { orderOf } from '#server/orders/orders.ts'",
    },
  },
  {
    says: 'files import each other in no circle',
    offences: ({ path, imports }, { reaches }) => imports.filter((it) => reaches(it, path)),
    offender: {
      'src/server/visitor/pages.routes.ts': "import { postTracking } from './form-post.ts'",
      'src/server/visitor/form-post.ts': "import type { ShowPage } from './pages.routes.ts'",
    },
  },
  {
    says: 'the stem of a name says the subject',
    offences: ({ path }) =>
      saysNothing.test(path) || (feature(path) && saysLayer.test(path)) ? [posix.basename(path)] : [],
    offender: { 'src/server/orders/rules.ts': '', 'src/web/ui/utils.tsx': '' },
  },
  {
    says: 'beside the features lies only what puts them together',
    offences: ({ path }) =>
      path.startsWith('src/server/') &&
      !feature(path) &&
      !featureless.test(path) &&
      !compositionRoot.test(path)
        ? ['its place']
        : [],
    offender: { 'src/server/Orders.tsx': '' },
  },
  {
    says: 'a folder within a feature holds four files or more, and none holds one',
    offences: ({ path }, { filesIn }) => {
      const folder = posix.dirname(path)
      return filesIn(folder) < (isRoom(folder) ? 2 : 4) ? [`${filesIn(folder)} files in its folder`] : []
    },
    offender: { 'src/server/orders/list/row.queries.ts': '' },
  },
  {
    says: 'nothing is a default export',
    offences: ({ exports }) => exports.flatMap(({ name }) => (name === 'default' ? [name] : [])),
    offender: {
      'src/web/ui/Toast.tsx': 'export default function Toast() { return <p /> }',
    },
  },
  {
    says: 'no file passes on the exports of another',
    offences: ({ exports }) => exports.flatMap(({ from }) => from ?? []),
    offender: { 'src/web/ui/all.ts': "export * from './Toast.tsx'" },
  },
]

const sources = readSources('src')

test('readSources finds the contract', () => {
  expect(sources.map(({ path }) => path)).toContain('src/contract/endpoint.ts')
})

test.each(rules)('$says', ({ offences, offender }) => {
  const made = Object.entries(offender).map(([path, text]) => readSource(path, text))
  expect(breaches(made, offences), 'the made-up offender').toHaveLength(made.length)
  expect(breaches(sources, offences)).toEqual([])
})

function breaches(sources: Source[], offences: Rule['offences']): string[] {
  const graph = graphOf(sources)
  return sources.flatMap((source) => offences(source, graph).map((offence) => `${source.path}: ${offence}`))
}

function graphOf(sources: Source[]): Graph {
  const next = new Map<string, Set<string>>()
  const link = (from: string, to: string) => next.set(from, (next.get(from) ?? new Set()).add(to))
  for (const source of sources) {
    for (const it of source.imports) link(source.path, it)
    for (const it of otherFeatures(source)) link(feature(source.path) ?? '', feature(it) ?? '')
  }
  const folders = sources.map(({ path }) => posix.dirname(path))
  return {
    filesIn: (folder) => folders.filter((it) => it === folder).length,
    reaches: (from, to) => {
      const seen = new Set([from])
      for (const it of seen) for (const after of next.get(it) ?? []) seen.add(after)
      return seen.has(to)
    },
  }
}
