import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { arrivalFields, departureFields, type OrderField } from '#contract/rules/order-fields.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Words that occur nowhere else, each in one field of a day's work. */
export interface Canaries {
  /** A new word, noted under the name of the field that it goes into. */
  word(field: string): string
  email(field: string): string
  /** An IP address. */
  address(field: string): string
  /** The fields whose words occur in a text, in whatever case; in bytes also in base64 or hex. */
  foundIn(text: string): string[]
}

export function createCanaries(): Canaries {
  const fields = new Map<string, string>()
  const add = (field: string, word: string) => {
    fields.set(word.toLowerCase(), field)
    return word
  }
  const random = () => `canary${randomBytes(7).toString('hex')}`
  let addressCount = 0
  return {
    word: (field) => add(field, random()),
    email: (field) => add(field, `${random()}@canary.example`),
    address: (field) => add(field, `198.51.100.${100 + addressCount++}`),
    foundIn(text) {
      const lower = text.toLowerCase()
      return [...fields].flatMap(([word, field]) => (lower.includes(word) ? field : []))
    },
  }
}

const kindsWithWords = new Set<OrderField['kind']>(['text', 'texts', 'email'])

/** A declaration with a word in every field that takes one, and further fields that only landing sites know. */
export function declarationOf({ word, email }: Canaries): Record<string, unknown> {
  const fields = [...arrivalFields, ...departureFields].filter(({ kind }) => kindsWithWords.has(kind))
  return {
    ...Object.fromEntries(fields.map(({ key, kind }) => [key, kind === 'email' ? email(key) : word(key)])),
    arrival_phone_code: '62',
    arrival_phone_number: '81231234567',
    arrival_something_further: word('arrival_something_further'),
    familyMember: [
      {
        family_member_name: word('family_member_name'),
        family_passport_number: word('family_passport_number'),
        family_nationality: 'IDN',
        family_other_nationalities: word('family_other_nationalities'),
        family_relationship: word('family_relationship'),
      },
    ],
  }
}

/** A fact of the payment in each field. */
export const paymentOf = ({ word, address }: Canaries) => ({
  transaction_id: word('transaction_id'),
  merchant_name: word('merchant_name'),
  card_brand: 'Visa',
  card_last4: '4242',
  card_fingerprint: word('card_fingerprint'),
  payment_ip: address('payment_ip'),
  payment_user_agent: word('payment_user_agent'),
  device_id: word('device_id'),
  account_id: word('account_id'),
  billing_address: word('billing_address'),
})

/** Where words were found: `table.column` to fields. */
export type Findings = Map<string, Set<string>>

function note(findings: Findings, place: string, fields: readonly string[]): void {
  if (fields.length > 0) findings.set(place, new Set([...(findings.get(place) ?? []), ...fields]))
}

/** Every column of every table of the database, those of the jobs included. */
export async function findInTables(db: Db, canaries: Canaries): Promise<Findings> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as "table", column_name as "column", data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(db)
  const findings: Findings = new Map()
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? sql`encode(${sql.ref(column)}, 'escape')` : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ text: string | null }>`
      select ${value} as text from ${sql.table(`${schema}.${table}`)}`.execute(db)
    const place = schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`
    for (const { text } of rows) note(findings, place, canaries.foundIn(text ?? ''))
  }
  return findings
}

/** Every file below a folder, by its path there. */
export async function findInFiles(folder: string, canaries: Canaries): Promise<Findings> {
  const findings: Findings = new Map()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = canaries.foundIn((await readFile(path)).toString('latin1'))
    note(findings, path.slice(folder.length + 1), [...found, ...canaries.foundIn(entry.name)])
  }
  return findings
}

/** The command lines of all processes. */
export async function commandLines(): Promise<string> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const lines = await Promise.all(
    processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
  )
  return lines.join('\n')
}
