import type { NamedTest } from '../../../test/support/asvs-table.ts'
import { escaped, placesIn, type Place } from '../sql-fault.ts'
import type { Runner } from '../lane.ts'

/** The line that meets a requirement of ASVS, taken out or turned round. */
export interface AsvsFault {
  /** Of docs/asvs.csv, one or more that the same line meets. */
  requirements: readonly string[]
  file: string
  /** Occurs once in the file; how it is broken into lines does not count. */
  find: string
  replace: string
  /** `path › title` of a test that each of the rows names, and that must fail. */
  test: string
}

type Planted = Pick<AsvsFault, 'find' | 'replace' | 'test'>

/** Faults of one file, by the requirements that it meets there, apart by blanks. */
export const faultsIn = (file: string, planted: Record<string, Planted | readonly Planted[]>): AsvsFault[] =>
  Object.entries(planted).flatMap(([numbers, faults]) =>
    [faults].flat().map((fault) => ({ requirements: numbers.split(' '), file, ...fault })),
  )

export const instead = (find: string, replace: string, test: string): Planted => ({ find, replace, test })
export const without = (find: string, test: string): Planted => ({ find, replace: '', test })

export const nameOf = ({ requirements, file, find, replace }: AsvsFault): string => {
  const [before, after] = [find, replace].map((text) => text.replaceAll(/\s+/g, ' ').trim())
  return `${requirements.join(', ')} ${file}: ${after ? `${before} → ${after}` : `without ${before}`}`
}

export const placesOf = ({ find }: AsvsFault, source: string): Place[] => placesIn(source, find)

export const testOf = ({ test }: Pick<AsvsFault, 'test'>): Required<NamedTest> => {
  const [path = '', title = ''] = test.split(' › ')
  return { path, title }
}

/** As a pattern of what the title becomes: `%s` of a table of cases stands for anything. */
export const patternOf = (title: string): string => escaped(title).replaceAll(/%\w/g, '.*')

export function runnerOf(path: string): Runner {
  if (path.startsWith('trials/browser/')) return 'browser-trials'
  if (path.endsWith('.spec.ts')) return 'browser'
  return /^(src\/|test\/[\w-]+\.test\.ts)/.test(path) ? 'rules' : 'http'
}
