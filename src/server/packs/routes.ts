import * as contract from '#contract/packs.ts'
import type { Http } from '#server/platform/http/http.ts'
import { createPackPdf, loadPack } from './make-pack.ts'

export function packRoutes(http: Http) {
  http.read(contract.defencePackDetails, async (work, { body }) => ({
    data: await loadPack(work, body.orderId, body.defencePackType),
  }))

  http.bytes(contract.defencePackPdf, async (call, { body, reply }) => {
    const { orderId, defencePackType: type } = body
    const bytes = await createPackPdf(call, orderId, type)
    return reply
      .type('application/pdf')
      .header('cache-control', 'no-store')
      .header('content-disposition', `inline; filename="defence-pack-${type}-order-${orderId}.pdf"`)
      .send(bytes)
  })
}
