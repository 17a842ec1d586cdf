import type { Body, Reply } from '#contract/endpoint.ts'
import type { sendDocuments } from '#contract/proposals.ts'
import * as contract from '#contract/proposals.ts'
import { explainUnexpectedState } from '#server/documents/expected-state.ts'
import { bulkResult, type Skip } from '#server/orders/bulk-result.ts'
import { explainClosedOrders, lockOrders } from '#server/orders/order-access.ts'
import { createUndoToken } from '#server/orders/undo.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { keepsMails } from '#server/platform/mail/providers.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { lockProposals, selectOrderOfDocument, type LockedProposal } from './proposals.queries.ts'
import { sendProposal } from './send-one.ts'
import { officialMailActor } from './official-mail-actor.ts'

type Items = Body<typeof sendDocuments>['proposals']
type Explanation = Omit<Skip, 'orderId'> | null

const notSent = (why: string): Explanation => ({
  kind: 'conflict',
  reason: `was not sent this document: ${why}`,
})

async function explainProposal(work: Work, row: LockedProposal | undefined): Promise<Explanation> {
  const missing: Explanation = {
    kind: 'notFound',
    reason: 'was not sent this document: it is not proposed any more',
  }
  if (!row || row.read_at === null || row.expires_at <= work.now) return missing
  const hidden = await explainClosedOrders(work.tx, work.actor, row.order_ids)
  if (hidden.some(({ kind }) => kind === 'forbidden')) return missing
  if (row.sent_at) return notSent(`${row.sender ?? officialMailActor.name} sent it meanwhile`)
  if (row.dismissed_at) return notSent(`${row.dismisser ?? 'somebody'} dismissed it meanwhile`)
  const same = await selectOrderOfDocument(work.tx, row.sha256)
  return same ? notSent(`it is a document of order ${same.order_id} already`) : null
}

async function explainOrder(
  work: Work,
  order: OrderRow,
  { expectedStatus: status, expectedDocuments: documents }: Items[number],
): Promise<Explanation> {
  const sentence = await explainUnexpectedState(work.tx, order, { status, documents })
  return sentence === null ? null : notSent(sentence.replace(/\.$/, ''))
}

/** One transaction with one undo (product §12). Proposals that changed meanwhile are skipped and reported. */
async function sendProposals(work: Work, items: Items): Promise<Reply<typeof sendDocuments>['data']> {
  const { orders, skips: closed } = await lockOrders(work, [...new Set(items.map(({ orderId }) => orderId))])
  const rows = new Map(
    (
      await lockProposals(
        work.tx,
        items.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  )
  // Before the first is sent, because sending changes its order's documents.
  const explained: { item: Items[number]; skip: Explanation | Skip }[] = []
  for (const item of items) {
    const order = orders.get(item.orderId)
    const skip = order
      ? ((await explainProposal(work, rows.get(item.id))) ?? (await explainOrder(work, order, item)))
      : (closed.find(({ orderId }) => orderId === item.orderId) ?? null)
    explained.push({ item, skip })
  }

  const [updated, skips, eventIds]: [number[], Skip[], number[]] = [[], [], []]
  const warnings: { orderId: number; warnings: string[] }[] = []
  let secondsToMail = 0
  const [sent, leftOpen] = [new Set<number>(), new Set<number>()]
  for (const { item, skip } of explained) {
    const { id, orderId } = item
    const [order, row] = [orders.get(orderId), rows.get(id)]
    const again = sent.has(id) ? notSent('it is another order’s in the same call') : null
    const why = skip ?? again
    if (why || !order || !row) {
      if (why) skips.push({ ...why, orderId })
      continue
    }
    const recorded = await sendProposal(work, order, row)
    sent.add(id)
    updated.push(orderId)
    eventIds.push(...recorded.eventIds)
    secondsToMail = Math.max(secondsToMail, recorded.secondsToMail)
    if (recorded.lacking.length > 0) leftOpen.add(orderId)
    else leftOpen.delete(orderId)
    if (recorded.warnings.length > 0) warnings.push({ orderId, warnings: recorded.warnings })
  }
  const undo = await createUndoToken(work, eventIds)
  return {
    ...bulkResult([...new Set(updated)], skips, undo),
    leftOpen: [...leftOpen],
    warnings,
    secondsToMail,
  }
}

const countText = (count: number) => (count === 1 ? 'The document is' : `${count} documents are`)

export const sendProposalCalls = implement(contract, {
  sendDocuments: write(async (work, { body }) => {
    const data = await sendProposals(work, body.proposals)
    const how = keepsMails(work.config)
      ? 'stored, and kept here, not mailed'
      : `sent in ${data.secondsToMail} s`
    return { message: `${countText(data.updated.length)} ${how}.`, data }
  }),
})
