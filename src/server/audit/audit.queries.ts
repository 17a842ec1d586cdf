import { sql, type QueryCreator } from 'kysely'
import type { AuditEntry } from './entry-mac.ts'
import type { AuditAction } from '#contract/rules/audit-actions.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import { countRows } from '#server/platform/db/page.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const insertAudit = (tx: Tx, { details, ...row }: AuditEntry & { mac: Buffer }) =>
  tx
    .insertInto('audit_events')
    .values({ ...row, details: JSON.stringify(details) })
    .execute()

const columns = [
  'at',
  'member_id',
  'actor',
  'role',
  'action',
  'order_id',
  'session_id',
  'ip',
  'user_agent',
  'details',
  'mac',
] as const

/** Statements built on this also insert the row, if its order exists. */
export const withAuditRow = (db: Db, row: AuditEntry & { mac: Buffer }): QueryCreator<Tables> => {
  const rowText = JSON.stringify({ ...row, mac: `\\x${row.mac.toString('hex')}` })
  return db.with('recorded', (creator) =>
    creator
      .insertInto('audit_events')
      .columns(columns)
      .expression(
        creator
          .selectFrom(
            sql<Tables['audit_events']>`jsonb_populate_record(null::audit_events, ${rowText}::jsonb)`.as(
              'entry',
            ),
          )
          .select(columns)
          .where(({ exists, selectFrom }) =>
            exists(
              selectFrom('orders as o').select('o.order_id').whereRef('o.order_id', '=', 'entry.order_id'),
            ),
          ),
      )
      .returning('id'),
  )
}

export const countSince = (tx: Tx, action: AuditAction, since: Date, memberId: number | null) =>
  countRows(
    tx,
    tx
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', action)
      .where('at', '>', since)
      .where(memberId === null ? sql<boolean>`true` : sql<boolean>`member_id = ${memberId}`),
  )
