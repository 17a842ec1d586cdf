import type { Endpoint } from '#contract/endpoint.ts'
import { randomBytes, randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, gunzipSync, inflateSync } from 'node:zlib'
import { sql } from 'kysely'
import { arrivalFields, departureFields, type OrderField } from '#contract/rules/order-fields.ts'
import type { Db } from '#server/platform/db/database.ts'

/** Unique words, each in one field of a day's work. */
export interface Canaries {
  word(field: string): string
  email(field: string): string
  address(field: string): string
  phone(field: string): string
  /** A day long ago, `YYYY-MM-DD`. */
  date(field: string): string
  /** Four digits, found only where they stand alone. */
  fourDigits(field: string): string
  known(field: string, text: string): string
  /** The fields whose words occur in a text or in bytes, in any case, base64, base64url, hex or compressed. */
  foundIn(content: string | Buffer): string[]
}

/** The three base64 forms of a word, by the place of its first byte. */
function base64Forms(word: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(word)])
    const ownChars = [Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6)] as const
    const form = bytes.toString('base64').slice(...ownChars)
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })
}

type Search = (text: string, lower: string) => boolean

const searchForWord = (word: string): Search => {
  const plain = word.toLowerCase()
  const hex = Buffer.from(word).toString('hex')
  const encoded = [...new Set([word, plain].flatMap(base64Forms))]
  return (text, lower) =>
    lower.includes(plain) || lower.includes(hex) || encoded.some((form) => text.includes(form))
}

const searchForDigits = (digits: string): Search => {
  const alone = new RegExp(`(?<![\\w.:+-])${digits}(?![\\w.:-])`)
  return (text) => alone.test(text)
}

/** Hex prefixes of gzip and zlib. */
const compressedStarts = ['1f8b08', '7801', '785e', '789c', '78da'].map((hex) => Buffer.from(hex, 'hex'))
const maxInflated = 4 * 1024 * 1024

function inflate(bytes: Buffer): string | null {
  const decompress = bytes[0] === 0x1f ? gunzipSync : inflateSync
  try {
    return decompress(bytes, { maxOutputLength: maxInflated, finishFlush: constants.Z_SYNC_FLUSH }).toString(
      'latin1',
    )
  } catch {
    return null
  }
}

/** Decoded runs of base64 or hex; a run's first letters may belong to the text before it. */
const decodedRuns = (text: string): string[] =>
  [...text.matchAll(/[\w+/-]{32,}/g)].flatMap(([run]) => [
    ...[0, 1, 2, 3].map((skipped) => Buffer.from(run.slice(skipped), 'base64').toString('latin1')),
    ...[0, 1].map((skipped) => Buffer.from(run.slice(skipped), 'hex').toString('latin1')),
  ])

function inflatedIn(text: string): string[] {
  const bytes = Buffer.from(text, 'latin1')
  return compressedStarts.flatMap((start) => {
    const found: string[] = []
    for (let at = bytes.indexOf(start); at >= 0; at = bytes.indexOf(start, at + 1))
      found.push(inflate(bytes.subarray(at)) ?? '')
    return found
  })
}

/** The text, decoded runs, and decompressed parts of both. */
const layersOf = (text: string): string[] => [text, ...[text, ...decodedRuns(text)].flatMap(inflatedIn)]

export function createCanaries(): Canaries {
  const searches: { field: string; occursIn: Search }[] = []
  const known = (field: string, word: string) => {
    searches.push({ field, occursIn: searchForWord(word) })
    return word
  }
  const random = () => `canary${randomBytes(7).toString('hex')}`
  let count = 0
  const digits = (length: number) =>
    String(randomInt(10 ** (length - 1), 10 ** length - 1)).padStart(length, '0')
  return {
    known,
    word: (field) => known(field, random()),
    email: (field) => known(field, `${random()}@canary.example`),
    address: (field) => known(field, `198.51.100.${100 + count++}`),
    phone: (field) => known(field, `81${digits(9)}`),
    date: (field) => known(field, `19${10 + (count++ % 90)}-0${randomInt(1, 9)}-1${randomInt(0, 9)}`),
    fourDigits(field) {
      // The database's own numbers do not begin with 0.
      const text = `0${digits(3)}`
      searches.push({ field, occursIn: searchForDigits(text) })
      return text
    },
    foundIn(content) {
      const layers = layersOf(Buffer.from(content).toString('latin1'))
        .filter((text) => text !== '')
        .map((text) => ({ text, lower: text.toLowerCase() }))
      return searches.flatMap(({ field, occursIn }) =>
        layers.some(({ text, lower }) => occursIn(text, lower)) ? field : [],
      )
    },
  }
}

const kindsWithWords = new Set<OrderField['kind']>(['text', 'texts', 'email'])

/** A declaration with a word in every text field, and fields that only landing sites know. */
export function declarationOf({ word, email, phone, date }: Canaries): Record<string, unknown> {
  const fields = [...arrivalFields, ...departureFields].filter(({ kind }) => kindsWithWords.has(kind))
  return {
    ...Object.fromEntries(fields.map(({ key, kind }) => [key, kind === 'email' ? email(key) : word(key)])),
    arrival_phone_code: '62',
    arrival_phone_number: phone('arrival_phone_number'),
    arrival_dob: date('arrival_dob'),
    arrival_passport_expiry: date('arrival_passport_expiry'),
    departure_dob: date('departure_dob'),
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

const paymentOf = ({ word, address, fourDigits }: Canaries) => ({
  transaction_id: word('transaction_id'),
  merchant_name: word('merchant_name'),
  cardholder_name: word('cardholder_name'),
  card_country: word('card_country'),
  card_brand: 'Visa',
  card_last4: fourDigits('card_last4'),
  card_fingerprint: word('card_fingerprint'),
  payment_ip: address('payment_ip'),
  payment_user_agent: word('payment_user_agent'),
  device_id: word('device_id'),
  account_id: word('account_id'),
  billing_address: word('billing_address'),
})

export const orderWithCanaries = (canaries: Canaries, buyer: string) => ({
  landing_domain: 'arrival.pabean.example',
  email: buyer,
  amount: '49.00',
  currency: 'USD',
  ...declarationOf(canaries),
  ...paymentOf(canaries),
})

/** The same answer; throws where the call was refused. */
export function succeeded<Answer extends { http: number; body: { message: string } }>(
  { path }: Endpoint,
  answer: Answer,
): Answer {
  if (answer.http !== 200) throw new Error(`${path} answered ${answer.http}: ${answer.body.message}`)
  return answer
}

/** Found fields by `table.column`. */
export type Findings = Map<string, Set<string>>

function note(findings: Findings, place: string, fields: readonly string[]): void {
  if (fields.length > 0) findings.set(place, new Set([...(findings.get(place) ?? []), ...fields]))
}

/** Searches every column of every table, jobs included. */
export async function findInTables(db: Db, canaries: Canaries): Promise<Findings> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select table_schema as schema, table_name as "table", column_name as "column", data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
  `.execute(db)
  const findings: Findings = new Map()
  for (const { schema, table, column, type } of columns) {
    const value = type === 'bytea' ? sql.ref(column) : sql`${sql.ref(column)}::text`
    const { rows } = await sql<{ content: string | Buffer | null }>`
      select ${value} as content from ${sql.table(`${schema}.${table}`)}`.execute(db)
    const place = schema === 'public' ? `${table}.${column}` : `${schema}.${table}.${column}`
    for (const { content } of rows) note(findings, place, canaries.foundIn(content ?? ''))
  }
  return findings
}

export async function findInFiles(folder: string, canaries: Canaries): Promise<Findings> {
  const findings: Findings = new Map()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const found = canaries.foundIn(await readFile(path))
    note(findings, path.slice(folder.length + 1), [...found, ...canaries.foundIn(entry.name)])
  }
  return findings
}

export async function commandLines(): Promise<string[]> {
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  return Promise.all(processes.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')))
}
