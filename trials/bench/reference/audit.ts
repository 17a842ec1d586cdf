import { createHmac, randomBytes } from 'node:crypto'
import type { ServerKey } from '#server/platform/server-keys.ts'

interface Entry {
  action: string
  order: number | null
  details: object
}

/** A `with` that writes the audit row; the values of `auditParameters` begin at `$first`. */
export const insertAudit = (sql: { first: number; from: string; order: string; more?: string }): string =>
  `recorded as (
    insert into audit_events (at, member_id, actor, role, action, order_id, session_id, ip, user_agent, details, mac)
    select now(), s.id, s.name, s.role, $${sql.first}, ${sql.order}, $1::uuid, '127.0.0.1', '',
      $${sql.first + 1}::jsonb${sql.more ? ` || ${sql.more}` : ''}, $${sql.first + 2}::bytea
    from ${sql.from}
    returning id
  )`

export function auditParameters({ key }: ServerKey, entry: Entry): [string, string, Buffer] {
  const details = JSON.stringify(entry.details)
  const nonce = randomBytes(8)
  const mac = createHmac('sha256', key)
    .update(nonce)
    .update(`${entry.action}${entry.order}${details}`)
    .digest()
    .subarray(0, 16)
  return [entry.action, details, Buffer.concat([nonce, mac])]
}
