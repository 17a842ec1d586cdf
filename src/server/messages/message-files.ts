import { buffer } from 'node:stream/consumers'
import { maxUploadBytes } from '#contract/documents.ts'
import { isSenderVerified } from '#contract/messages.ts'
import * as contract from '#contract/messages.ts'
import { uploadDocument, mailNotice } from '#server/documents/upload.ts'
import { auditContext, recordAudit, withAuditEntry } from '#server/audit/audit.ts'
import { requireOpenOrders, requireOrderAccess } from '#server/orders/order-access.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import { refuseMalware } from '#server/platform/files/scan-file.ts'
import { sniff } from '#server/platform/files/sniff.ts'
import { runMailTask } from '#server/platform/mail/untrusted/in-sandbox.ts'
import { readPdfText } from '#server/platform/pdf/pdf-text.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call } from '#server/platform/work.ts'
import { contentDisposition } from '#server/platform/http/disposition.ts'
import { bytes, handle, implement } from '#server/platform/http/implement.ts'
import { handleMessages } from './messages.ts'
import { selectFile, selectOriginal } from './messages.queries.ts'
import { fileName, writerOf, messageContent } from './message-text.ts'

const refuseMissingFile = (): never => refuse('notFound', 'There is no such file.')

type FileRow = NonNullable<Awaited<ReturnType<typeof selectFile>>>

async function readFileBytes(
  { files }: Call,
  { stored_as, file_key }: Pick<FileRow, 'stored_as' | 'file_key'>,
): Promise<Buffer> {
  const file = await files.open('message_files.file_key', { name: stored_as, key: file_key })
  return buffer((file ?? refuseMissingFile()).read())
}

/** Characters of a file's text that are shown. */
const maxShownChars = 100_000

/** 415 if the file has no readable text. */
async function textOfFile(bytes: Buffer, contentType: string): Promise<string> {
  const kind = await sniff(bytes)
  const isText = !kind && /^(text|message)\//i.test(contentType)
  const text = kind?.extension === 'pdf' ? await readPdfText(bytes) : isText && bytes.toString('utf8')
  if (!text || text.trim() === '')
    return refuse('unsupported', 'There is no text in this file. Open the file itself only if you expect it.')
  return text.slice(0, maxShownChars)
}

/** 404 if there is none. For an unverified sender only the text, unless the file itself is requested. */
async function readMessageFile(
  call: Call,
  id: number,
  as: 'text' | 'file' | undefined,
): Promise<{ name: string; bytes: Buffer; isText: boolean }> {
  const file = await inTransaction(call.db, async (tx) => {
    const found = (await selectFile(tx, id)) ?? refuseMissingFile()
    await requireOpenOrders(tx, call.actor, [found.order_id])
    await recordAudit(auditContext({ ...call, tx }), 'message file opened', {
      order: found.order_id,
      file: id,
    })
    return found
  })
  const bytes = await readFileBytes(call, file)
  const isText = as === 'text' || (as === undefined && !isSenderVerified(file))
  return {
    name: fileName(call.seal, file),
    bytes: isText ? Buffer.from(await textOfFile(bytes, file.content_type)) : bytes,
    isText,
  }
}

/** Sandboxed, so that nothing in a file can run; PDF is not, because browsers' PDF viewers do not work in a sandbox. */
const policies = {
  picture: "default-src 'none'; sandbox",
  pdf: "default-src 'none'; object-src 'self'",
  mail: "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
}

export const messageFileCalls = implement(contract, {
  readMessageFile: bytes(async (call, { params, query, reply }) => {
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
  }),
  /** The statement that finds the mail also records that it was opened. */
  readOriginal: bytes(async (call, { params: { orderId, messageId }, query, reply }) => {
    const subject = { order: orderId, message: messageId }
    const recorded = withAuditEntry(call.db, call, 'original mail opened', subject)
    const found = await selectOriginal(recorded, orderId, messageId)
    if (!found) return refuse('notFound', 'This mail is not kept as it came.')
    requireOrderAccess(call.actor, found)
    const source = await readFileBytes(call, found)
    const page = query.as === 'html' ? await runMailTask('safeHtml', source) : null
    if (query.as === 'html' && page === null)
      return refuse('unsupported', 'This mail cannot be shown as a page. Its source can be read.')
    return reply
      .type(page === null ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8')
      .header('content-disposition', 'inline')
      .header('content-security-policy', policies.mail)
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'private, no-store')
      .send(page ?? source)
  }),
  /**
   * Accepts a file as if uploaded (product §3). A file can be accepted once, until that document is withdrawn. 409 if
   * the sender's checks failed and the member did not confirm this.
   */
  acceptMessageFile: handle(async (call, { body }) => {
    const { orderId, messageFileId, mailServiceProvider: provider } = body
    const file = await inTransaction(call.db, (tx) => selectFile(tx, messageFileId))
    if (file?.order_id !== orderId) return refuseMissingFile()
    if (file.authentic === 'fail' && !body.senderConfirmed)
      return refuse('conflict', 'The sender of this mail failed the checks of its domain (SPF, DKIM).', {
        code: 'SENDER_NOT_VERIFIED',
      })
    if (file.size > maxUploadBytes)
      return refuse('tooLarge', `The file is larger than ${maxUploadBytes / 1024 / 1024} MB.`)
    const bytes = await readFileBytes(call, file)
    // The file may have come before the scanner was configured or knew this malware.
    await refuseMalware(call, bytes, 'messageFileId')
    const sender = writerOf(call.seal.open(messageContent, 'messages.sealed', orderId, file.sealed))
    const data = await uploadDocument(call, {
      orderId,
      recipient: { email: undefined, provider },
      file: { name: fileName(call.seal, file), bytes },
      replaces: undefined,
      receivedByMail: { messageFileId, sender },
      expected: { status: body.expectedStatus, documents: body.expectedDocuments },
      ...(body.handled && { alongside: (work) => handleMessages(work, orderId, file.message_id) }),
    })
    return { message: `The file is now the approved document. ${mailNotice(data)}`, data }
  }),
})
