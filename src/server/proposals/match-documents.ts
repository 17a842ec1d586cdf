import { setTimeout as pause } from 'node:timers/promises'
import type { Reply } from '#contract/endpoint.ts'
import { maxUploadBytes } from '#contract/documents.ts'
import type { matchDocuments } from '#contract/proposals.ts'
import * as contract from '#contract/proposals.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { otherOrder } from '#server/documents/document-warnings.ts'
import { displayName } from '#server/documents/upload.ts'
import { inSnapshot, inTransaction } from '#server/platform/db/database.ts'
import { refuseMalware } from '#server/platform/files/scan-file.ts'
import { requireDocument } from '#server/platform/files/open-document.ts'
import { storeWithRows } from '#server/platform/files/store-with-rows.ts'
import type { FormFile } from '#server/platform/http/multipart.ts'
import { RefusalError, refuse, type RefusalCode } from '#server/platform/refusal.ts'
import type { Call } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { describeProposals } from './proposals.ts'
import { sha256Of, storeProposal } from './propose.ts'
import { isRead, selectOrderOfDocument } from './proposals.queries.ts'
import { recordOpened } from './read-proposals.ts'

interface RefusedFile {
  name: string
  reason: string
  kind: RefusalCode
}

/** ms between two polls for a file that another reader claimed, and until its proposal is left out of the answer. */
const pollMs = 200
const waitMs = 30_000

/** Of two concurrent uploads of one file, the second waits for the first one's reading. */
async function untilRead({ db }: Call, id: number): Promise<void> {
  for (let waited = 0; waited < waitMs && !(await isRead(db, id)); waited += pollMs) await pause(pollMs)
}

/** A refusal if the file is no document. */
async function propose(call: Call, { name, bytes, isTooLarge }: FormFile): Promise<number> {
  if (isTooLarge) return refuse('tooLarge', `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
  const opened = await requireDocument(bytes, 'documents')
  const { kind } = opened
  await refuseMalware(call, bytes, 'documents')
  const sha256 = sha256Of(bytes)
  const stored = call.files.seal('proposals.file_key', bytes)
  let same = 0
  const inserted = await storeWithRows(call, [stored], async (tx) => {
    const known = await selectOrderOfDocument(tx, sha256)
    if (known) return refuse('conflict', `It is a document of ${otherOrder(call, known)} already.`)
    const { id, isNew } = await storeProposal(
      { ...call, tx },
      {
        stored,
        contentType: kind.contentType,
        size: bytes.length,
        sha256,
        content: { name: displayName(name, kind), addressedTo: [], sender: '' },
        memberId: call.actor.id,
        messageFileId: null,
      },
    )
    same = id
    return isNew && id
  })
  if (inserted !== false) await recordOpened(call, inserted, opened)
  await untilRead(call, same)
  return same
}

/** Why an accepted file is not among the returned proposals. */
const hiddenReasons = {
  read: 'It may be of an order that is restricted to Admins, who decide about it.',
  unread: 'It is still being read. It comes to the list by itself.',
}

/** Refuses if none of the files is a document. */
async function matchFiles(
  call: Call,
  files: readonly FormFile[],
): Promise<Reply<typeof matchDocuments>['data']> {
  const refused: RefusedFile[] = []
  const found: { id: number; name: string }[] = []
  await Promise.all(
    files.map(async (file) => {
      try {
        found.push({ id: await propose(call, file), name: file.name })
      } catch (error) {
        if (!(error instanceof RefusalError) || error.kind === 'unavailable') throw error
        refused.push({ name: file.name, reason: error.message, kind: error.kind })
      }
    }),
  )
  const [first] = refused
  const ids = found.map(({ id }) => id)
  if (ids.length === 0 && first)
    return refuse(first.kind, first.reason, { errors: { documents: first.reason } })
  await inTransaction(call.db, (tx) =>
    recordAudit(auditContext({ ...call, tx }), 'documents matched', { files: ids.length, proposals: ids }),
  )
  const proposals = await inSnapshot(call.db, (tx) => describeProposals({ ...call, tx }, ids))
  const shown = new Set(proposals.map(({ id }) => id))
  const hidden = await Promise.all(
    found
      .filter(({ id }) => !shown.has(id))
      .map(async ({ id, name }) => ({
        name,
        reason: hiddenReasons[(await isRead(call.db, id)) ? 'read' : 'unread'],
      })),
  )
  return { proposals, refused: [...refused.map(({ name, reason }) => ({ name, reason })), ...hidden] }
}

const countText = (count: number) => (count === 1 ? 'The document is' : `${count} documents are`)

export const matchCalls = implement(contract, {
  matchDocuments: handle(async (call, { file }) => {
    const data = await matchFiles(call, file)
    return { message: `${countText(data.proposals.length)} proposed.`, data }
  }),
})
