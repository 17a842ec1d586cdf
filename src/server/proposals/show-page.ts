import * as contract from '#contract/proposals.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import { bytes, implement } from '#server/platform/http/implement.ts'
import { requireProposal } from './proposals.ts'

export const proposalPageCalls = implement(contract, {
  /** 404 if there is none. The view is recorded with the order that the document may be of. */
  proposalPage: bytes(async (call, { params: { id }, reply }) => {
    const proposal = await inTransaction(call.db, async (tx) => {
      const found = await requireProposal({ ...call, tx }, id)
      const order = found.certain_order_id ?? found.order_ids[0]
      await recordAudit(auditContext({ ...call, tx }), 'document previewed', {
        proposal: id,
        ...(order !== undefined && { order }),
      })
      return found
    })
    const { preview_file: name, preview_key: key } = proposal
    const page =
      name !== null && key !== null && (await call.files.open('proposals.preview_key', { name, key }))
    if (!page) return refuse('notFound', 'There is no picture of this document.')
    return reply
      .type('image/webp')
      .header('content-length', page.size)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(page.read())
  }),
})
