import * as contract from '#contract/documents.ts'
import type { Http } from '#server/platform/http/http.ts'
import { availableProviders } from '#server/platform/mail/providers.ts'
import { proposeTraveller } from './propose-traveller.ts'
import { mailNotice, uploadDocument } from './upload.ts'
import { previewApprovedMail } from './documents.ts'
import { withdrawDocument } from './withdraw.ts'

export function documentRoutes(http: Http) {
  http.handle(contract.uploadDocument, async (call, { body, file }) => {
    const { orderId, email, mailServiceProvider: provider, replaces, traveller, alsoFor } = body
    const data = await uploadDocument(call, {
      orderId,
      recipient: { email, provider },
      file,
      replaces,
      traveller,
      alsoFor,
      expected: { status: body.expectedStatus, documents: body.expectedDocuments },
    })
    return { message: `Document has been uploaded. ${mailNotice(data)}`, data }
  })

  http.handle(contract.proposeTraveller, async (call, { body, file }) => ({
    data: { traveller: await proposeTraveller(call, body.orderId, file) },
  }))

  http.write(contract.withdrawDocument, async (work, { body }) => {
    await withdrawDocument(work, body)
    return { message: 'Document has been withdrawn.' }
  })

  http.recordedRead(contract.emailContent, async (work, { params }) => ({
    data: await previewApprovedMail(work, params.orderId),
  }))

  http.handle(contract.configuredProviders, async ({ config }) => ({ data: [...availableProviders(config)] }))
}
