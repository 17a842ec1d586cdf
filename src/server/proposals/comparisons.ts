import { sql } from 'kysely'
import type { Actor, Work } from '#server/platform/work.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { selectCandidates } from '#server/document-comparison/candidates.ts'
import { compareWith } from '#server/document-comparison/comparable-order.ts'
import type { Comparison } from '#server/document-comparison/compare-document.ts'
import { openContent, sealContent, type ProposalContent } from './proposal-content.ts'
import { deleteOfOrder, type ProposalRow } from './proposals.queries.ts'

type Context = Pick<Work<Actor>, 'tx' | 'seal'>

/** Replaces the comparison with an order in each proposal that has one; null removes it. */
async function replaceComparisons(
  { tx, seal }: Context,
  orderId: number,
  compare: (content: ProposalContent, row: ProposalRow) => Comparison | null,
): Promise<void> {
  for (const row of await lockProposalsOf(tx, orderId)) {
    const content = openContent(seal, row)
    const comparisons = content.comparisons.flatMap((before) => {
      if (before.orderId !== orderId) return [before]
      const comparison = compare(content, row)
      return comparison ? [{ orderId, comparison }] : []
    })
    await setContent(tx, row.id, sealContent(seal, row.stored_as, { ...content, comparisons }))
  }
}

/** Repeats the comparisons with a corrected order. */
export async function compareAgain(work: Context, orderId: number): Promise<void> {
  const [order] = await selectCandidates(work.tx, [orderId])
  await replaceComparisons(work, orderId, (content, row) =>
    order ? compareWith(work, content, order, row.order_ids) : null,
  )
}

/** Deletes proposals and comparisons of an erased order; the files go after the commit. */
export async function deleteProposalsOf(work: Context, orderId: number): Promise<void> {
  await replaceComparisons(work, orderId, () => null)
  await deleteOfOrder(work.tx, orderId)
}

/** Locks the proposals that were compared with an order. */
const lockProposalsOf = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('proposals')
    .selectAll()
    .where(sql<boolean>`order_ids @> array[${orderId}]::bigint[]`)
    .where('read_at', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()

const setContent = (tx: Tx, id: number, sealed: Buffer) =>
  tx.updateTable('proposals').set({ sealed }).where('id', '=', id).execute()
