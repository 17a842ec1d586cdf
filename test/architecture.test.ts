import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { measure } from './support/figures.ts'
import {
  buildImportGraph,
  featureIndependent,
  featureOf,
  otherFeatures,
  shell,
  type ImportGraph,
} from './support/import-graph.ts'
import { readSource, readSources, type SourceFile } from './support/sources.ts'

type Rule = {
  says: string
  /** The violations in a source. */
  violations: (source: SourceFile, graph: ImportGraph) => string[]
  /** Example sources that violate the rule, by path. */
  violatingSources: Record<string, string>
}

const compositionRoot = /^src\/server\/[a-z-]+\.ts$/
const sqlPattern =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|import \{[^}]*\bsql\b[^}]*\} from 'kysely'/g

const routePattern = /'\/(api\/)?(admin|front|intake)\/[^']*'/g

/** The layer of a server file by its suffix; undefined for a plain module. */
const layerOf = (path: string) => /\.(queries|jobs|email)\.ts$/.exec(path)?.[1]
/** File names that do not name a subject; in a feature also those that name only a layer. */
const vagueFileName = /\/(utils?|helpers?|types|constants|misc|index)\.tsx?$/
const layerFileName = /(\/(rules|usecases|queries|jobs|emails?|routes)|\.routes)\.ts$/
const sideOf = (path: string) => /^src\/(contract|filler|server|texts|web)\//.exec(path)?.[1]
/** Top folders such as `src/server/orders` and `src/server/platform/db`, which may have few files. */
const isTopFolder = (folder: string) =>
  /^src\/(contract|filler|server|texts|web)(\/[^/]+|\/platform\/[^/]+)?$/.test(folder)

const rules: Rule[] = [
  {
    says: 'contract imports zod/mini and itself only',
    violations: ({ path, imports }) =>
      sideOf(path) === 'contract'
        ? imports.filter((it) => it !== 'zod/mini' && sideOf(it) !== 'contract')
        : [],
    violatingSources: { 'src/contract/orders.ts': "import * as z from 'zod'" },
  },
  {
    says: 'server, web and filler never import each other, and texts none of them',
    violations: ({ path, imports }) => {
      const own = sideOf(path)
      const isOther = (side = 'contract') => side !== 'contract' && side !== own && side !== 'texts'
      return own === 'contract' ? [] : imports.filter((it) => isOther(sideOf(it)))
    },
    violatingSources: {
      'src/web/orders/hooks.ts': "import type { Order } from '#server/orders/orders.ts'",
      'src/texts/mails.ts': "import type { MailKind } from '#server/platform/mail/mail-kinds.ts'",
    },
  },
  {
    says: 'jobs and mails build no SQL, nor does what puts the features together',
    violations: ({ path, text }) =>
      compositionRoot.test(path) || ['jobs', 'email'].includes(layerOf(path) ?? '')
        ? (text.match(sqlPattern) ?? [])
        : [],
    violatingSources: {
      'src/server/orders/undo.jobs.ts': "export const all = (db: Db) => db.selectFrom('orders')",
    },
  },
  {
    says: 'only platform/http makes routes from endpoints and finds out who calls',
    violations: ({ path, imports }) =>
      featureOf(path) ? imports.filter((it) => it === 'src/server/platform/http/http.ts') : [],
    violatingSources: {
      'src/server/orders/assign.ts': "import type { Http } from '#server/platform/http/http.ts'",
    },
  },
  {
    says: 'a use case names no route',
    violations: ({ path, text }) =>
      sideOf(path) === 'server' && featureOf(path) ? (text.match(routePattern) ?? []) : [],
    violatingSources: { 'src/server/orders/assign.ts': "http.write({ path: '/admin/assign-order-status' })" },
  },
  {
    says: 'platform, settings, ui and lib know no feature',
    violations: ({ path, imports }) =>
      featureIndependent.test(path) ? imports.filter((it) => featureOf(it) ?? shell.test(it)) : [],
    violatingSources: {
      'src/server/platform/jobs/worker.ts': "import { send } from '../../documents/send.ts'",
    },
  },
  {
    says: 'a server feature reaches another through its plain modules',
    violations: (source) =>
      sideOf(source.path) === 'server' ? otherFeatures(source).filter((it) => layerOf(it) !== undefined) : [],
    violatingSources: {
      'src/server/documents/upload.ts': "export const it = import('#server/orders/orders.queries.ts')",
    },
  },
  {
    says: 'features import each other in no circle',
    violations: (source, { reaches }) =>
      otherFeatures(source).filter((it) => reaches(featureOf(it) ?? '', featureOf(source.path) ?? '')),
    violatingSources: {
      'src/server/orders/orders.ts': "import { mailOf } from '#server/mails/mails.ts'",
      'src/server/mails/mails.ts': "import { siteOf } from '#server/sites/sites.ts'",
      'src/server/sites/sites.ts': "import { orderOf } from '#server/orders/orders.ts'",
    },
  },
  {
    says: 'files import each other in no circle',
    violations: ({ path, imports }, { reaches }) => imports.filter((it) => reaches(it, path)),
    violatingSources: {
      'src/server/visitor/pages.ts': "import { postTracking } from './form-post.ts'",
      'src/server/visitor/form-post.ts': "import type { ShowPage } from './pages.ts'",
    },
  },
  {
    says: 'the stem of a name says the subject',
    violations: ({ path }) =>
      vagueFileName.test(path) || (featureOf(path) && layerFileName.test(path)) ? [posix.basename(path)] : [],
    violatingSources: { 'src/server/orders/rules.ts': '', 'src/web/ui/utils.tsx': '' },
  },
  {
    says: 'beside the features lies only what puts them together',
    violations: ({ path }) =>
      path.startsWith('src/server/') &&
      !featureOf(path) &&
      !featureIndependent.test(path) &&
      !compositionRoot.test(path)
        ? ['its place']
        : [],
    violatingSources: { 'src/server/Orders.tsx': '' },
  },
  {
    says: 'a folder within a feature holds four files or more',
    violations: ({ path }, { filesIn }) => {
      const folder = posix.dirname(path)
      return !isTopFolder(folder) && filesIn(folder) < 4 ? [`${filesIn(folder)} files in its folder`] : []
    },
    violatingSources: { 'src/server/orders/list/row.queries.ts': '' },
  },
  {
    says: 'nothing is a default export',
    violations: ({ exports }) => exports.flatMap(({ name }) => (name === 'default' ? [name] : [])),
    violatingSources: {
      'src/web/ui/Toast.tsx': 'export default function Toast() { return <p /> }',
    },
  },
  {
    says: 'no file passes on the exports of another',
    violations: ({ exports }) => exports.flatMap(({ from }) => from ?? []),
    violatingSources: { 'src/web/ui/all.ts': "export * from './Toast.tsx'" },
  },
]

const sources = readSources('src')

test('readSources finds the contract', () => {
  expect(sources.map(({ path }) => path)).toContain('src/contract/endpoint.ts')
})

test.each(measure(sources))('$name: at most $limit$unit', ({ value, limit, examples }) => {
  expect(value, examples.join(', ')).toBeLessThanOrEqual(limit)
})

test.each(rules)('$says', ({ violations, violatingSources }) => {
  const made = Object.entries(violatingSources).map(([path, text]) => readSource(path, text))
  expect(findViolations(made, violations), 'the made-up offender').toHaveLength(made.length)
  expect(findViolations(sources, violations)).toEqual([])
})

function findViolations(sources: SourceFile[], violations: Rule['violations']): string[] {
  const graph = buildImportGraph(sources)
  return sources.flatMap((source) => violations(source, graph).map((offence) => `${source.path}: ${offence}`))
}
