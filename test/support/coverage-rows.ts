import type { DeclaredTest } from './coverage-tests.ts'

/** One line of the coverage tables: what is asked for, where, and the tests that show it. */
export type Row = { chapter: string; what: string; asked: string; tests: { file: string; title: string }[] }

const head = new Set(['What', 'Asked for in', 'Shown by'])
const unprotected = (cell: string) => cell.replaceAll('\\|', '|').trim()

/** Reads `| what | place | file › title<br>file › title |` under the second-level headings. */
export function readRows(markdown: string): Row[] {
  let chapter = ''
  return markdown.split('\n').flatMap((line) => {
    chapter = /^## (.+)$/.exec(line)?.[1] ?? chapter
    if (!line.startsWith('|')) return []
    const cells = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map(unprotected)
    if (cells.every((cell) => head.has(cell) || /^-+$/.test(cell))) return []
    const [what = '', asked = '', shown = ''] = cells
    const tests = shown.split('<br>').map((it) => {
      const [file = '', title = ''] = it.split(/ › (.*)/s)
      return { file: file.trim(), title: title.trim() }
    })
    return [{ chapter, what, asked, tests }]
  })
}

/** The texts that stand in backticks, doubled ones where the text holds one. */
export const quotesOf = (what: string): string[] =>
  [...what.matchAll(/``\s?(.+?)\s?``|`([^`]+)`/g)].map(([, doubled, single]) => doubled ?? single ?? '')

/** Why the row shows nothing, in plain words; empty where its tests say everything that it quotes. */
export function faultsOf(row: Row, testsOf: (file: string) => DeclaredTest[] | undefined): string[] {
  const quotes = quotesOf(row.what)
  if (!quotes.length || !row.asked) return ['quotes nothing, or nobody asked for it']
  const found = row.tests.map(({ file, title }) => {
    const all = testsOf(file)
    if (!all) return `${file} is no file`
    const named = all.filter((test) => ` › ${test.title}`.endsWith(` › ${title}`))
    return named.length === 1 ? named[0] : `${file} has ${named.length} tests '${title}'`
  })
  const missing = found.filter((it) => typeof it === 'string')
  if (missing.length) return missing
  const says = found.map((it) => (typeof it === 'object' ? it.says : ''))
  const unsaid = quotes.filter((quote) => !says.some((text) => holds(text, quote)))
  const idle = row.tests.filter((_, i) => !quotes.some((quote) => holds(says[i] ?? '', quote)))
  return [
    ...unsaid.map((quote) => `nothing there says '${quote}'`),
    ...idle.map(({ title }) => `'${title}' says nothing of it`),
  ]
}

/** Whether the text holds the quote as whole words. */
function holds(text: string, quote: string): boolean {
  const escaped = quote.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const start = /^\w/.test(quote) ? '(?<!\\w)' : ''
  const end = /\w$/.test(quote) ? '(?!\\w)' : ''
  return new RegExp(start + escaped + end).test(text)
}
