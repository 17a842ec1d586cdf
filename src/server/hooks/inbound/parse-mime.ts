import { createHash } from 'node:crypto'
import { runMailTask } from '#server/platform/mail/untrusted/in-sandbox.ts'
import type { MailPart, RawMail } from '#server/platform/mail/untrusted/raw-mail.ts'
import type { MessageFile } from '#server/messages/incoming-files.ts'
import type { ParsedMail } from './inbound-mail.ts'

/** PostgreSQL's index takes no longer value. */
const maxMessageIdChars = 500

/** Printable ASCII between angle brackets: safe to store and to put into our headers. */
const isMessageId = (text: string): boolean => text.length <= maxMessageIdChars && /^<[!-;=?-~]+>$/.test(text)

/** A mail without a valid Message-ID gets one from its hash, so that a repeat is recognised. */
const ensureMessageId = (messageId: string | null, bytes: Buffer): string =>
  messageId && isMessageId(messageId)
    ? messageId
    : `<${createHash('sha256').update(bytes).digest('hex')}@no-message-id>`

const extensions = new Map([
  ['message/rfc822', 'eml'],
  ['text/calendar', 'ics'],
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const toMailFile = ({ name, contentType, isInline, bytes }: MailPart, index: number): MessageFile => ({
  name: name ?? `file-${index + 1}.${extensions.get(contentType) ?? 'bin'}`,
  contentType,
  isInline,
  bytes: toBuffer(bytes),
})

const htmlFile = (html: string): MessageFile => ({
  name: 'message.html',
  contentType: 'text/html',
  isInline: false,
  bytes: Buffer.from(html),
})

const maxHeadBytes = 64 * 1024

/** These headers describe the body, which `headOf` removes. */
const bodyHeaderPattern = /^content-(type|transfer-encoding):.*\r?\n([ \t].*\r?\n)*/gim

export function headOf(bytes: Buffer): Buffer {
  const [head = ''] = bytes
    .subarray(0, maxHeadBytes)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)
  return Buffer.from(`${`${head.trimEnd()}\r\n`.replace(bodyHeaderPattern, '')}\r\n`, 'latin1')
}

const emptyMail: RawMail = {
  messageId: null,
  references: [],
  from: { name: '', address: '' },
  to: [],
  subject: '',
  text: '',
  html: '',
  headers: new Map(),
  isFromPlain: false,
  signedBy: [],
  parts: [],
  masked: null,
}

/**
 * Never fails: what cannot be parsed (RFC 5322) becomes a file. `source`: the mail as it came, if `bytes` was made of it.
 */
export async function parseMime(bytes: Buffer, source = bytes): Promise<ParsedMail> {
  const { mail, files, original } = await parseLeniently(bytes)
  return {
    messageId: ensureMessageId(mail.messageId, source),
    references: mail.references.filter(isMessageId),
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    date: mail.headers.get('date') ?? '',
    headers: mail.headers,
    isFromPlain: mail.isFromPlain,
    signedBy: mail.signedBy,
    files,
    original,
  }
}

interface LenientlyParsed extends Pick<ParsedMail, 'files' | 'original'> {
  mail: RawMail
}

async function parseLeniently(bytes: Buffer): Promise<LenientlyParsed> {
  const whole = await runMailTask('readMail', bytes, true)
  const mail = whole ?? (await runMailTask('readMail', bytes, false))
  if (mail) {
    const isUnread = mail.text.trim() === '' && mail.html !== ''
    const files = mail.parts.map(toMailFile)
    return {
      mail,
      files: isUnread ? [htmlFile(mail.html), ...files] : files,
      original: mail.masked ? toBuffer(mail.masked) : bytes,
    }
  }
  const head = (await runMailTask('readMail', headOf(bytes), false)) ?? emptyMail
  const file = { name: 'message.eml', contentType: 'message/rfc822', isInline: false, bytes }
  return { mail: head, files: [file], original: null }
}
