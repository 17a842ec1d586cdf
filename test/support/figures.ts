import { posix } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { buildImportGraph, featureOf, otherFeatures } from './import-graph.ts'
import type { SourceFile } from './sources.ts'

/** How well the sources keep to the rules of the architecture, as one number. */
export interface Figure {
  name: string
  value: number
  /** The highest value that passes. */
  limit: number
  unit: string
  /** The worst cases. */
  examples: string[]
}

export function measure(sources: SourceFile[]): Figure[] {
  const graph = buildImportGraph(sources)
  const server = sources.filter(({ path }) => path.startsWith('src/server/'))
  const names = countBy(server.map(({ path }) => posix.basename(path)))
  const shared = names.filter(({ count }) => count > 1)
  const casts = sources.map(({ path, text }) => ({ key: path, count: castsIn(path, text) }))
  const lines = sum(sources.map(({ text }) => text.split('\n').length - 1))
  const inCircle = sources.filter(({ path, imports }) => imports.some((it) => graph.reaches(it, path)))
  const circularFeatures = countBy(
    sources.flatMap((source) => {
      const own = featureOf(source.path)
      const others = otherFeatures(source).flatMap((it) => featureOf(it) ?? [])
      return own && others.some((it) => graph.reaches(it, own)) ? [own] : []
    }),
  )
  return [
    {
      name: 'server files that share their name',
      value: (100 * sum(shared.map(({ count }) => count))) / Math.max(1, server.length),
      limit: 20,
      unit: '%',
      examples: top(shared),
    },
    {
      name: 'casts in 1,000 lines',
      value: (1000 * sum(casts.map(({ count }) => count))) / Math.max(1, lines),
      limit: 0.5,
      unit: '',
      examples: top(casts.filter(({ count }) => count > 0)),
    },
    {
      name: 'files that import each other in circles',
      value: inCircle.length,
      limit: 0,
      unit: '',
      examples: inCircle.map(({ path }) => path).slice(0, 4),
    },
    {
      name: 'features that import each other in circles',
      value: circularFeatures.length,
      limit: 0,
      unit: '',
      examples: top(circularFeatures),
    },
  ]
}

/** Type assertions in a source, without `as const`. */
function castsIn(path: string, text: string): number {
  let count = 0
  const { program } = parseSync(path, text)
  new Visitor({
    TSAsExpression({ typeAnnotation }) {
      if (text.slice(typeAnnotation.start, typeAnnotation.end) !== 'const') count++
    },
    TSTypeAssertion() {
      count++
    },
  }).visit(program)
  return count
}

interface Count {
  key: string
  count: number
}

const sum = (numbers: number[]) => numbers.reduce((total, it) => total + it, 0)

export function countBy(keys: string[]): Count[] {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return [...counts].map(([key, count]) => ({ key, count }))
}

const top = (counts: Count[]) =>
  counts
    .toSorted((a, b) => b.count - a.count)
    .slice(0, 4)
    .map(({ key, count }) => `${key} ${count}`)

/** How many files import each source. */
export const countImporters = (sources: SourceFile[]): number[] =>
  sources.map(({ path }) => sources.filter(({ imports }) => imports.includes(path)).length)
