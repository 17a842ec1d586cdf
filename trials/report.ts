import { readFileSync, writeFileSync } from 'node:fs'

/** A trial's last run, as docs/trials.md keeps it. */
export interface Row {
  trial: string
  /** As 2026-11-28. */
  date: string
  /** Abbreviated; with a + where files were changed since. */
  commit: string
  minutes: string
  tried: string
  found: string
}

const file = 'docs/trials.md'
const columns = ['trial', 'date', 'commit', 'minutes', 'tried', 'found'] as const
const heads = [`| ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length)}`]

const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '/').trim()
const lineOf = (row: Row) => `| ${columns.map((column) => cell(row[column])).join(' | ')} |`

/** The rows as a table of Markdown. */
export const tableOf = (rows: readonly Row[]): string => [...heads, ...rows.map(lineOf)].join('\n')

/** The table's place in a page: from its head to the next empty line. */
function placeIn(page: string): { start: number; end: number } {
  const start = page.indexOf(heads[0] ?? '')
  if (start < 0) throw new Error(`${file} has no table that begins with ${heads[0]}`)
  const end = page.indexOf('\n\n', start)
  return { start, end: end < 0 ? page.trimEnd().length : end }
}

/** The rows that a page has. */
export function rowsIn(page: string): Row[] {
  const { start, end } = placeIn(page)
  return page
    .slice(start, end)
    .split('\n')
    .slice(heads.length)
    .map((line) => {
      const [trial = '', date = '', commit = '', minutes = '', tried = '', found = ''] = line
        .replace(/^\| | \|$/g, '')
        .split(' | ')
      return { trial, date, commit, minutes, tried, found }
    })
}

/** The page with these rows in the place of those of the same trials; trials without a name in `order` lose theirs. */
export function replaceRows(page: string, rows: readonly Row[], order: readonly string[]): string {
  const { start, end } = placeIn(page)
  const known = new Map([...rowsIn(page), ...rows].map((row) => [row.trial, row]))
  const kept = order.flatMap((name) => known.get(name) ?? [])
  return page.slice(0, start) + tableOf(kept) + page.slice(end)
}

export const readPage = (): string => readFileSync(file, 'utf8')

export function writeRows(rows: readonly Row[], order: readonly string[]): void {
  writeFileSync(file, replaceRows(readPage(), rows, order))
}
