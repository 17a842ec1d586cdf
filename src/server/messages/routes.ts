import * as contract from '#contract/messages.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import type { Http } from '#server/platform/http/http.ts'
import { sniff } from '#server/platform/files/sniff.ts'
import { answerMessage } from './answer.ts'
import { requireOrder } from '#server/orders/orders.ts'
import { mailNotice } from '#server/documents/upload.ts'
import { readMessageFile, acceptDocument } from './message-files.ts'
import { handleMessages, listMessages, listOpenMessages, reopenMessage } from './messages.ts'

/** Sandboxed, so that nothing in a file can run; PDF is not, because browsers' PDF viewers do not work in a sandbox. */
const policies = { picture: "default-src 'none'; sandbox", pdf: "default-src 'none'; object-src 'self'" }

export function messageRoutes(http: Http) {
  http.write(contract.answerMessage, async (work, { body }) => {
    const { mailServiceProvider: provider, upTo, draft, ...answer } = body
    const undo = await answerMessage(work, { ...answer, provider, upTo, draft })
    return { message: 'The answer is on its way.', data: { undo } }
  })

  http.write(contract.handleMessages, async (work, { body: { orderId, handled, upTo } }) => {
    if (handled) await handleMessages(work, orderId, upTo)
    else await reopenMessage(work, orderId)
    return { message: handled ? 'Replies have been marked as handled.' : 'Reply is open again.' }
  })

  http.read(contract.listOpenMessages, async (work, { query }) => listOpenMessages(work, query))

  http.recordedRead(contract.listOlderMessages, async (work, { params, query }) => {
    await requireOrder(work.tx, params.orderId)
    await recordAudit(auditContext(work), 'messages viewed', { order: params.orderId })
    return { data: await listMessages({ db: work.tx, seal: work.seal }, params.orderId, query.before) }
  })

  http.handle(contract.acceptMessageFile, async (call, { body }) => {
    const { orderId, messageFileId, mailServiceProvider: provider, handled: isHandled } = body
    const expected = { status: body.expectedStatus, documents: body.expectedDocuments }
    const data = await acceptDocument(call, {
      orderId,
      messageFileId,
      provider,
      expected,
      isHandled,
      isSenderConfirmed: body.senderConfirmed,
    })
    return { message: `The file is now the approved document. ${mailNotice(data)}`, data }
  })

  http.bytes(contract.readMessageFile, async (call, { params, query, reply }) => {
    const { name, bytes, isText } = await readMessageFile(call, params.messageFileId, query.as)
    const kind = isText ? null : await sniff(bytes)
    return reply
      .type(isText ? 'text/plain; charset=utf-8' : (kind?.contentType ?? 'application/octet-stream'))
      .header(
        'content-disposition',
        isText ? 'inline' : contentDisposition(kind ? 'inline' : 'attachment', name),
      )
      .header('content-security-policy', policies[kind?.extension === 'pdf' ? 'pdf' : 'picture'])
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(bytes)
  })
}
