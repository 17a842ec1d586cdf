import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { ReadableFile } from '#server/platform/files/sealed-files.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call } from '#server/platform/work.ts'
import { requireProposal } from './proposals.ts'

/** The picture of a proposed document's first page; 404 where there is none. It is recorded with the order that it may be of. */
export async function openProposalPage(call: Call, id: number): Promise<ReadableFile> {
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
  const file =
    name !== null && key !== null && (await call.files.open('proposals.preview_key', { name, key }))
  return file || refuse('notFound', 'There is no picture of this document.')
}
