import type { MailReportKind } from '#server/platform/db/tables.ts'
import type { MessageFile } from '#server/messages/store-message.ts'
import type { ParsedMail } from './inbound-mail.ts'

/** What a mail server says of a mail of ours (RFC 3464). */
export interface BounceNotice {
  /** Message-ID of the mail that it is about, with its angle brackets. */
  messageId: string
  kind: MailReportKind
  detail: string | null
}

const reportKinds: ReadonlyMap<string, MailReportKind> = new Map([
  ['failed', 'bounced'],
  ['delayed', 'deferred'],
  ['delivered', 'delivered'],
])

/** Bytes of a part in which its fields are looked for. */
const maxHeadBytes = 64 * 1024
const textOf = ({ bytes }: MessageFile) => bytes.subarray(0, maxHeadBytes).toString('utf8')

const hasContentType = (types: readonly string[]) => (file: MessageFile) =>
  types.includes(file.contentType.toLowerCase())

/** A field of a header block, its folded lines put together. */
function headerField(block: string, name: string): string | undefined {
  const unfolded = block.replaceAll(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}

const headOf = (mail: string) => mail.split(/\r?\n\r?\n/, 1)[0] ?? ''

/** The notice that a mail is, or null where it is none, or does not say of which mail. */
export function parseBounce({ files }: ParsedMail): BounceNotice | null {
  const status = files.find(hasContentType(['message/delivery-status', 'message/global-delivery-status']))
  const original = files.find(
    hasContentType(['message/rfc822', 'text/rfc822-headers', 'message/global', 'message/global-headers']),
  )
  if (!status || !original) return null
  const report = textOf(status)
  const kind = reportKinds.get(headerField(report, 'Action')?.toLowerCase() ?? '')
  const messageId = /<[^<>\s]+>/.exec(headerField(headOf(textOf(original)), 'Message-ID') ?? '')?.[0]
  if (!kind || !messageId) return null
  return {
    messageId,
    kind,
    detail: headerField(report, 'Diagnostic-Code') ?? headerField(report, 'Status') ?? null,
  }
}
