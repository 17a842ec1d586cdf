import * as contract from '#contract/packs.ts'
import type { Http } from '#server/platform/http/http.ts'
import type { MailTemplates } from '#server/platform/mail/define-mail.ts'
import { createPackPdf, loadPack } from './make-pack.ts'

export function packRoutes(http: Http, templates: MailTemplates) {
  http.handle(contract.defencePackDetails, async (call, { body }) => ({
    data: await loadPack(call, { orderId: body.orderId, type: body.defencePackType, templates, as: 'page' }),
  }))

  http.bytes(contract.defencePackPdf, async (call, { body, reply }) => {
    const { orderId, defencePackType: type } = body
    const bytes = await createPackPdf(call, { orderId, type, templates, as: 'PDF' })
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `inline; filename="defence-pack-${type}-order-${orderId}.pdf"`)
      .send(bytes)
  })
}
