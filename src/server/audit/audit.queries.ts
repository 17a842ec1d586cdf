import type { Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import { countRows, type Page } from '#server/platform/db/page.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export const insertAudit = (tx: Tx, event: Insertable<Tables['audit_events']>) =>
  tx.insertInto('audit_events').values(event).execute()

export const selectAuditPage = (tx: Tx, { limit, offset }: Page) =>
  tx
    .selectFrom('audit_events as a')
    .leftJoin('members as m', 'm.id', 'a.member_id')
    .select(['a.id', 'a.at', 'm.name as by', 'a.action', 'a.details'])
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countAudit = (tx: Tx) => countRows(tx, tx.selectFrom('audit_events').select('id'))
