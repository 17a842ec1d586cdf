import { posix } from 'node:path'
import type { SourceFile } from './sources.ts'

export const featureIndependent =
  /^src\/(server\/(platform\/|(config|settings|setting-checks)\.ts$)|web\/(ui|lib)\/)/
export const shell = /^src\/web\/(staff|visitor)\//

/** The feature of a path, such as `server/orders`; undefined outside of features. */
export const featureOf = (path: string) =>
  featureIndependent.test(path) || shell.test(path)
    ? undefined
    : /^src\/((server|web)\/[^/]+)\//.exec(path)?.[1]
export const otherFeatures = ({ path, imports }: SourceFile) =>
  imports.filter((it) => featureOf(path) && featureOf(it) && featureOf(it) !== featureOf(path))

export interface ImportGraph {
  /** Whether there is an import path from one file, or feature, to another. */
  reaches: (from: string, to: string) => boolean
  /** Number of source files directly in a folder. */
  filesIn: (folder: string) => number
}

export function buildImportGraph(sources: SourceFile[]): ImportGraph {
  const next = new Map<string, Set<string>>()
  const link = (from: string, to: string) => next.set(from, (next.get(from) ?? new Set()).add(to))
  for (const source of sources) {
    for (const it of source.imports) link(source.path, it)
    for (const it of otherFeatures(source)) link(featureOf(source.path) ?? '', featureOf(it) ?? '')
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
