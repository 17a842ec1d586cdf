import { createHash, randomBytes } from 'node:crypto'
import { inTransaction } from '#server/platform/db/database.ts'
import { sealContent, unread } from '#server/proposals/proposal-content.ts'
import { storeProposal } from '#server/proposals/propose.ts'
import { recordRead } from '#server/proposals/proposals.queries.ts'
import type { TestApp } from './test-app.ts'

/** Stores a proposal for an order as if its file had been read; its id. */
export async function storeReadProposal({ platform }: TestApp, orderId: number): Promise<number> {
  const { db, files, seal, clock } = platform
  const bytes = randomBytes(20)
  const stored = files.seal('proposals.file_key', bytes)
  const preview = files.seal('proposals.preview_key', randomBytes(20))
  await files.put(stored)
  await files.put(preview)
  const content = { name: 'scan.pdf', addressedTo: [], sender: '', ...unread }
  return inTransaction(db, async (tx) => {
    const row = await storeProposal(
      { tx, seal, now: clock() },
      {
        stored,
        contentType: 'application/pdf',
        size: 20,
        sha256: createHash('sha256').update(bytes).digest(),
        content,
        memberId: null,
        messageFileId: null,
      },
    )
    const id = row?.id ?? 0
    await recordRead(tx, id, {
      read_at: clock(),
      sealed: sealContent(seal, stored.name, content),
      preview_file: preview.name,
      preview_key: preview.key,
      order_ids: [orderId],
      certain_order_id: null,
      send_at: null,
    })
    return id
  })
}
