import type { DefencePack, DefencePackType } from '#contract/packs.ts'
import { recordEvent } from '#server/orders/events.ts'
import { inSnapshot, inTransaction } from '#server/platform/db/database.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { loadCaseFile } from './case-file.ts'
import { merchantOf } from './cover-letter.ts'
import { renderPackPdf } from './pdf/render.ts'
import { createPack } from './build-pack.ts'

interface PackContent {
  pack: DefencePack
  merchant: string
}

async function loadPackContent(work: Work, orderId: number, type: DefencePackType): Promise<PackContent> {
  const file = await loadCaseFile(work, orderId)
  const pack = createPack(file, type, { by: work.actor.name, at: work.now })
  return { pack, merchant: merchantOf(file) }
}

/** What a pack holds, for the modal and for the PDF alike. 404 unknown, 409 outside the four statuses. */
export const loadPack = async (work: Work, orderId: number, type: DefencePackType): Promise<DefencePack> =>
  (await loadPackContent(work, orderId, type)).pack

/** Makes the PDF of a pack and records it with its SHA-256 in the order's history. */
export async function createPackPdf(call: Call, orderId: number, type: DefencePackType): Promise<Buffer> {
  const { pack, merchant } = await inSnapshot(call.db, (tx) =>
    loadPackContent({ ...call, tx }, orderId, type),
  )
  const { bytes, sha256, pages } = await renderPackPdf(pack, merchant, call.files)
  await inTransaction(call.db, (tx) =>
    recordEvent(
      { ...call, tx },
      {
        orderId,
        action: 'defence pack made',
        details: {
          name: pack.title,
          defencePackType: type,
          sha256,
          pages,
          bytes: bytes.length,
          version: pack.version,
          exhibits: Object.fromEntries(pack.exhibits.map((exhibit) => [exhibit.letter, exhibit.sha256])),
        },
      },
    ),
  )
  return bytes
}
