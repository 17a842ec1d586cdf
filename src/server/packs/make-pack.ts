import { createHash } from 'node:crypto'
import * as contract from '#contract/packs.ts'
import type { DefencePack, DefencePackType } from '#contract/packs.ts'
import { recordEvent } from '#server/orders/events.ts'
import { inRecordedSnapshot, inTransaction } from '#server/platform/db/database.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import type { FileReference } from '#server/platform/files/sealed-files.ts'
import type { Call } from '#server/platform/work.ts'
import { bytes, handle, implement } from '#server/platform/http/implement.ts'
import { createThread } from '#server/platform/thread.ts'
import { loadCaseFile } from './case-file.ts'
import { merchantOf } from './cover-letter.ts'
import { loadSourceDocument, type OpenDocument } from './pdf/source-document.ts'

interface PackContent {
  pack: DefencePack
  merchant: string
  files: ReadonlyMap<string, FileReference>
}

/** `templates`: of the mails whose subjects the pack translates. */
interface PackRequest {
  orderId: number
  type: DefencePackType
  templates: MailTemplates
  as: 'page' | 'PDF'
}

async function loadPackContent(
  call: Call,
  { orderId, type, templates, as }: PackRequest,
): Promise<PackContent> {
  const subject = { order: orderId, pack: type, as }
  const file = await inRecordedSnapshot(call.db, (tx) =>
    loadCaseFile({ ...call, tx }, templates, orderId, subject),
  )
  const pack = await inPackThread('buildPack', { file, type, by: call.actor.name, at: call.now })
  const files = new Map(file.documents.map((document) => [document.file1, document.file]))
  return { pack, merchant: merchantOf(file), files }
}

export const packCalls = (templates: MailTemplates) =>
  implement(contract, {
    /** The pack's content for the modal. 404 for an unknown order, 409 outside the four statuses. */
    defencePackDetails: handle(async (call, { body: { orderId, defencePackType: type } }) => ({
      data: (await loadPackContent(call, { orderId, type, templates, as: 'page' })).pack,
    })),
    defencePackPdf: bytes(async (call, { body: { orderId, defencePackType: type }, reply }) => {
      const { pack, merchant, files } = await loadPackContent(call, { orderId, type, templates, as: 'PDF' })
      const { bytes: pdf, pages } = await drawPackPdf(pack, merchant, async (file1) => {
        const file = files.get(file1)
        return file ? call.files.open('documents.file_key', file) : null
      })
      await inTransaction(call.db, (tx) =>
        recordEvent(
          { ...call, tx },
          {
            orderId,
            action: 'defence pack made',
            details: {
              name: pack.title,
              defencePackType: type,
              sha256: createHash('sha256').update(pdf).digest('hex'),
              pages,
              bytes: pdf.length,
              version: pack.version,
              exhibits: Object.fromEntries(pack.exhibits.map((exhibit) => [exhibit.letter, exhibit.sha256])),
            },
          },
        ),
      )
      return reply
        .type('application/pdf')
        .header('cache-control', 'no-store')
        .header('content-disposition', `inline; filename="defence-pack-${type}-order-${orderId}.pdf"`)
        .send(pdf)
    }),
  })

async function drawPackPdf(
  pack: DefencePack,
  merchant: string,
  openDocument: OpenDocument,
): Promise<{ bytes: Buffer; pages: number }> {
  const source = await loadSourceDocument(pack, openDocument)
  const { bytes, pages } = await inPackThread('drawPack', { pack, merchant, source })
  return { bytes: Buffer.from(bytes), pages }
}

const inPackThread = createThread<typeof import('./pack-thread.ts')>(import.meta.url, 'pack-thread')
