import { createHmac, randomBytes } from 'node:crypto'
import type { Role } from '#contract/rules/roles.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { ServerKey } from '#server/platform/server-keys.ts'

/** What an entry says; the columns that the server gives, without those that the database does. */
export interface AuditEntry {
  at: Date
  member_id: number | null
  actor: string
  role: Role | null
  action: string
  order_id: number | null
  session_id: string | null
  ip: string | null
  user_agent: string | null
  details: object
}

const nonceBytes = 8
const macBytes = 16

/** Named one by one: whoever gives a row with more columns gets the same. */
const contentOf = (entry: AuditEntry) => ({
  at: entry.at.toISOString(),
  member_id: entry.member_id,
  actor: entry.actor,
  role: entry.role,
  action: entry.action,
  order_id: entry.order_id,
  session_id: entry.session_id,
  ip: entry.ip,
  user_agent: entry.user_agent,
  details: entry.details,
})

const sign = ({ key }: ServerKey, nonce: Buffer, entry: AuditEntry) =>
  createHmac('sha256', key)
    .update('audit entry 1\n')
    .update(nonce)
    .update(jsonHash(contentOf(entry)))
    .digest()
    .subarray(0, macBytes)

/** A nonce and the HMAC of the entry: two entries never have the same, so that a copied one is found. */
export function macOf(key: ServerKey, entry: AuditEntry): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, sign(key, nonce, entry)])
}

/** Whether the server wrote the entry so. An infinite time is no entry's. */
export const isOwnMac = (key: ServerKey, entry: AuditEntry, mac: Buffer): boolean =>
  entry.at instanceof Date &&
  Number.isFinite(entry.at.getTime()) &&
  sign(key, mac.subarray(0, nonceBytes), entry).equals(mac.subarray(nonceBytes))

/** A link of the chain before it has its hash. `content`: every column of the entry, as the database puts them. */
export interface LinkContent {
  seq: number
  previous: Buffer
  /** With microseconds. */
  chainedAt: string
  content: string
}

/** What the first link has before it. */
export const chainStart = Buffer.alloc(32)

/** HMAC, so that nobody who lacks the key makes a chain that fits, were it the database's owner. */
export const linkHash = ({ key }: ServerKey, { seq, previous, chainedAt, content }: LinkContent): Buffer =>
  createHmac('sha256', key)
    .update(`audit link 1\n${seq}\n${previous.toString('hex')}\n${chainedAt}\n${content}`)
    .digest()
