import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

export const securityPage = readFileSync('docs/security.md', 'utf8')

/** What stands on docs/security.md under a heading, up to the next of its rank. */
export function sectionOf(heading: string): string {
  const [, rank = '', rest = ''] = new RegExp(`^(#+) ${heading}\\n([\\s\\S]*)`, 'm').exec(securityPage) ?? []
  return rest.split(new RegExp(`^#{1,${rank.length}} `, 'm'))[0] ?? ''
}

interface AsvsRow {
  requirement: string
  level: string
  chapter: string
  asks: string
  state: string
  by: string
}

/** The table of ASVS. */
export const asvsRows = parse<AsvsRow>(readFileSync('docs/asvs.csv'), { columns: true })

export interface NamedTest {
  path: string
  title?: string | undefined
}

/** The tests and trials that a row names, each with the title where one is given. */
export const namedTests = (by: string): NamedTest[] =>
  [
    ...by.matchAll(
      /`((?:test|src)\/[\w./-]+\.(?:test|spec)\.tsx?|trials\/[\w./-]+\.ts)`(?: › ((?:(?!; `| — |\. [A-Z]).)+))?/g,
    ),
  ].map(([, path = '', title]) => ({ path, title }))
