/** What a migration that expands the schema may not do, since the version before serves on beside it (docs/decisions/upgrades.md). */
interface MigrationRule {
  says: string
  pattern: RegExp
}

/** Of one action of `alter table`. */
const actionRules: readonly MigrationRule[] = [
  { says: 'a column is dropped', pattern: /^drop (?!constraint\b)/ },
  { says: 'a column, a constraint or a table is renamed', pattern: /^rename\b/ },
  { says: 'a column is made not null', pattern: /^alter (column )?\S+ set not null\b/ },
  { says: 'the type of a column is changed', pattern: /^alter (column )?\S+ (set data )?type\b/ },
  {
    says: 'a column is added as not null without a default',
    pattern:
      /^add (?!(constraint|check|foreign|unique|primary|exclude)\b)(?=.*\bnot null\b)(?!.*\b(default|generated)\b)/,
  },
  {
    says: 'a check or a foreign key is added without `not valid`',
    pattern: /^add (constraint \S+ )?(check|foreign key)\b(?!.*\bnot valid\b)/,
  },
  {
    says: 'a unique constraint is added other than by an index made concurrently',
    pattern: /^add (constraint \S+ )?(unique|primary key|exclude)\b(?!.* using index )/,
  },
]

/** Of a whole statement. */
const statementRules: readonly MigrationRule[] = [
  {
    says: 'what older versions use is dropped',
    pattern: /^drop (table|view|materialized view|type|sequence)\b/,
  },
  {
    says: 'an index is made without `concurrently`, which keeps writers waiting',
    pattern: /^create (unique )?index (?!concurrently\b)/,
  },
  { says: 'a do block hides what it does', pattern: /^do\b/ },
]

/** Comments, strings and bodies of functions, of which only the lines stay. */
const unread = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1/g
const withoutTexts = (sql: string): string =>
  sql.replaceAll(unread, (text) => (text.startsWith("'") ? "''" : ' ') + text.replaceAll(/[^\n]/g, ''))

interface Part {
  /** On one line, in small letters. */
  text: string
  line: number
}

/** Parts between a sign outside of parentheses, each with the line on which it begins. */
function split(sql: string, sign: string, firstLine: number): Part[] {
  const parts: Part[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at <= sql.length; at++) {
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (at < sql.length && (sql[at] !== sign || depth > 0)) continue
    const raw = sql.slice(start, at)
    const before = sql.slice(0, start + raw.search(/\S|$/))
    const text = raw.trim().replaceAll(/\s+/g, ' ').toLowerCase()
    if (text !== '') parts.push({ text: `${text} `, line: firstLine + (before.match(/\n/g)?.length ?? 0) })
    start = at + 1
  }
  return parts
}

const alterTable = /^\s*alter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?([\w."]+)\s+/i
const indexedTable = /^create (?:unique )?index .*?\bon (?:only )?([\w."]+)/
const createdTable = /^create (?:unlogged )?table (?:if not exists )?([\w."]+)/

const broken = (rules: readonly MigrationRule[], { text, line }: Part): string[] =>
  rules.filter(({ pattern }) => pattern.test(text)).map(({ says }) => `${line}: ${says}`)

/** The statements of a migration, with their text as it was written. */
function statementsOf(sql: string): (Part & { raw: string })[] {
  const raws = sql.split(';')
  let line = 1
  return raws.flatMap((raw) => {
    const [part] = split(raw, ';', line)
    const trimmed = raw.trimStart()
    line += raw.match(/\n/g)?.length ?? 0
    return part ? [{ ...part, raw: trimmed }] : []
  })
}

/** `line: what it does` for all by which a migration keeps the version before from serving; tables that it makes itself are its own. */
export function expandingFaults(sql: string): string[] {
  const statements = statementsOf(withoutTexts(sql))
  const own = new Set(statements.flatMap(({ text }) => createdTable.exec(text)?.[1] ?? []))
  return statements.flatMap((statement) => {
    const altered = alterTable.exec(statement.raw)
    const table = altered?.[1]?.toLowerCase() ?? indexedTable.exec(statement.text)?.[1]
    if (table !== undefined && own.has(table)) return []
    if (!altered) return broken(statementRules, statement)
    const [head] = altered
    const line = statement.line + (head.match(/\n/g)?.length ?? 0)
    return split(statement.raw.slice(head.length), ',', line).flatMap((action) => broken(actionRules, action))
  })
}
