import { createHmac, randomBytes } from 'node:crypto'
import type { Role } from '#contract/rules/roles.ts'
import { jsonHash } from '#server/platform/json-hash.ts'
import type { ServerKey } from '#server/platform/server-keys.ts'

/** The columns of an entry that the server sets. */
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

/** Lists the columns, so that further columns of a row do not change the MAC. */
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

/** A nonce and the HMAC of the entry: a copied entry has an equal MAC and is found. */
export function macOf(key: ServerKey, entry: AuditEntry): Buffer {
  const nonce = randomBytes(nonceBytes)
  return Buffer.concat([nonce, sign(key, nonce, entry)])
}

/** Whether the server wrote this entry. An infinite time fails. */
export const isOwnMac = (key: ServerKey, entry: AuditEntry, mac: Buffer): boolean =>
  entry.at instanceof Date &&
  Number.isFinite(entry.at.getTime()) &&
  sign(key, mac.subarray(0, nonceBytes), entry).equals(mac.subarray(nonceBytes))

/** A link before it is hashed. `content`: `entryContent`. */
export interface LinkContent {
  seq: number
  previous: Buffer
  chainedAt: string
  content: string
}

/** The previous hash of the first link. */
export const chainStart = Buffer.alloc(32)

/** An HMAC: without the key, not even the database's owner can make a valid chain. */
export const linkHash = ({ key }: ServerKey, { seq, previous, chainedAt, content }: LinkContent): Buffer =>
  createHmac('sha256', key)
    .update(`audit link 1\n${seq}\n${previous.toString('hex')}\n${chainedAt}\n${content}`)
    .digest()
