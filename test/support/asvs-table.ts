import { readFileSync } from 'node:fs'

export const securityPage = readFileSync('docs/security.md', 'utf8')

/** What stands on docs/security.md under a heading, up to the next of its rank. */
export function sectionOf(heading: string): string {
  const [, rank = '', rest = ''] = new RegExp(`^(#+) ${heading}\\n([\\s\\S]*)`, 'm').exec(securityPage) ?? []
  return rest.split(new RegExp(`^#{1,${rank.length}} `, 'm'))[0] ?? ''
}

/** The rows of the table of ASVS. */
export const asvsRows = [
  ...sectionOf('ASVS 5.0 level 2').matchAll(/^\| ([\d.]+) +\| ([12]) +\| .*? \| ([a-z ]+?) +\| (.*?) +\|$/gm),
].map(([, number = '', level = '', state = '', by = '']) => ({ number, level, state, by }))

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
