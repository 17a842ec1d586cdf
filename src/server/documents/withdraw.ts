import * as contract from '#contract/documents.ts'
import { recordEvent } from '#server/orders/events.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { JobActor, MemberActor, Work } from '#server/platform/work.ts'
import { implement, write } from '#server/platform/http/implement.ts'
import { selectDocument, withdrawDocument as withdraw } from './documents.queries.ts'
import { documentName } from './documents.ts'

interface WithdrawalRequest {
  orderId: number
  file1: string
  reason: string
  replacedBy?: number
}

/** Withdraws a document: the visitor loses access at once; a concurrent withdrawal gets 409 (product §3). */
export async function withdrawDocument(
  work: Work<MemberActor | JobActor>,
  request: WithdrawalRequest,
): Promise<void> {
  const { orderId, file1, reason, replacedBy } = request
  if (!(await selectDocument(work.tx, orderId, file1)))
    return refuse('notFound', `Order ${orderId} has no such document.`)
  const withdrawn = await withdraw(work.tx, orderId, file1, {
    at: work.now,
    memberId: work.actor.kind === 'member' ? work.actor.id : null,
    sealedReason: work.seal.seal('documents.sealed_withdrawn_reason', file1, reason),
    replacedBy: replacedBy ?? null,
  })
  if (!withdrawn) return refuse('conflict', 'The document has been withdrawn in the meantime.')
  await recordEvent(work, {
    orderId,
    action: 'document withdrawn',
    details: { name: documentName(work.seal, withdrawn), reason },
  })
}

export const withdrawCalls = implement(contract, {
  withdrawDocument: write(async (work, { body }) => {
    await withdrawDocument(work, body)
    return { message: 'Document has been withdrawn.' }
  }),
})
