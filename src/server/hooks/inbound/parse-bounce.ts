import type { MailReportKind } from '#server/platform/db/tables.ts'
import type { MessageFile } from '#server/messages/incoming-files.ts'
import type { ParsedMail } from './inbound-mail.ts'

/** A delivery status notification about one of our mails (RFC 3464). */
interface BounceNotice {
  /** Message-ID of the returned mail, with its angle brackets. */
  messageId: string
  kind: MailReportKind
  detail: string | null
}

const reportKinds: ReadonlyMap<string, MailReportKind> = new Map([
  ['failed', 'bounced'],
  ['delayed', 'deferred'],
  ['delivered', 'delivered'],
])

/** Bytes at the start of a part that are searched for header fields. */
const maxHeadBytes = 64 * 1024
const textOf = ({ bytes }: MessageFile) => bytes.subarray(0, maxHeadBytes).toString('utf8')

const hasContentType = (types: readonly string[]) => (file: MessageFile) =>
  types.includes(file.contentType.toLowerCase())

/** A header field, unfolded (RFC 5322, 2.2.3). */
function headerField(block: string, name: string): string | undefined {
  const unfolded = block.replaceAll(/\r?\n[ \t]+/g, ' ')
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(unfolded)?.[1]?.trim()
}

const headOf = (mail: string) => mail.split(/\r?\n\r?\n/, 1)[0] ?? ''

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
