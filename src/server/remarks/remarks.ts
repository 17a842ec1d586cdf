import type { Insertable } from 'kysely'
import * as contract from '#contract/remarks.ts'
import { endDraft } from '#server/drafts/drafts.ts'
import { recordEvent } from '#server/orders/events.ts'
import { moveWith } from '#server/orders/move.ts'
import { requireOrder } from '#server/orders/orders.ts'
import { openText, type Seal } from '#server/platform/seal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

type NewRemarkRow = Insertable<Tables['remarks']>

type NewRemark = Omit<NewRemarkRow, 'sealed_remark'> & { remark: string }

export const createRemarkRow = (seal: Pick<Seal, 'seal'>, { remark, ...row }: NewRemark) => ({
  ...row,
  sealed_remark: seal.seal('remarks.sealed_remark', row.order_id, remark),
})

/** A statement takes 65,535 parameters. */
const remarksAtOnce = 1000

/** Inserts remarks of imported orders, without an event. */
export async function insertPastRemarks(
  { tx, seal }: Pick<Work, 'tx' | 'seal'>,
  remarks: readonly NewRemark[],
): Promise<void> {
  const rows = remarks.map((remark) => createRemarkRow(seal, remark))
  for (let at = 0; at < rows.length; at += remarksAtOnce)
    await insertRemarks(tx, rows.slice(at, at + remarksAtOnce))
}

/** Oldest first; `by` is null if no name was stored. */
export async function loadRemarks({ tx, seal }: Work, orderId: number) {
  const rows = await selectRemarks(tx, orderId)
  return rows.map(({ sealed_remark, ...row }) => ({
    ...row,
    remark: openText(seal, 'remarks.sealed_remark', orderId, sealed_remark),
  }))
}

export const remarkCalls = implement(contract, {
  /** Flags are labels and move nothing (product §3). A staged move happens in the same transaction. */
  addRemark: write(async (work, { body }) => {
    const { orderId, remark, draft: revision } = body
    await requireOrder(work.tx, orderId)
    const undo = await moveWith(work, body)
    const row = createRemarkRow(work.seal, {
      order_id: orderId,
      at: work.now,
      member_id: work.actor.id,
      remark_name: null,
      remark,
      whatsapp: body.whatsapp === 'Y',
      telephone: body.telephone === 'Y',
      status_refund: body.statusRefund === 'Y',
      voided: body.voided === 'Y',
      chargeback: body.chargeBack === 'Y',
    })
    await insertRemarks(work.tx, [row])
    await recordEvent(work, { orderId, action: 'remark added' })
    await endDraft(work, { orderId, kinds: ['remark'], revision })
    return { message: 'Remark has been added successfully.', data: { undo } }
  }),
})

const insertRemarks = (tx: Tx, remarks: NewRemarkRow[]) => tx.insertInto('remarks').values(remarks).execute()

const selectRemarks = (tx: Tx, orderId: number) =>
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
