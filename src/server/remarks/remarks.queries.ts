import type { Insertable } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

export type NewRemarkRow = Insertable<Tables['remarks']>

export const insertRemarks = (tx: Tx, remarks: NewRemarkRow[]) =>
  tx.insertInto('remarks').values(remarks).execute()

export const selectRemarks = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('remarks as r')
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select([
      'r.at',
      'r.sealed_remark',
      'r.whatsapp',
      'r.telephone',
      'r.status_refund',
      'r.voided',
      'r.chargeback',
    ])
    .select(({ fn }) => fn.coalesce('m.name', 'r.remark_name').as('by'))
    .where('r.order_id', '=', orderId)
    .orderBy('r.at')
    .orderBy('r.id')
    .execute()
