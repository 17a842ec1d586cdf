import { inThread } from '#server/platform/mail/untrusted/in-thread.ts'
import type { MailPart, PlainMail } from '#server/platform/mail/untrusted/read-mail.ts'
import type { MessageFile } from '#server/messages/store-message.ts'
import type { ParsedMail } from './inbound-mail.ts'
import { isMessageId, messageIdOf } from './message-id.ts'

/** Bytes; below it a picture inside the text is a logo under a signature, not a photograph of a passport. */
const tinyPicture = 10 * 1024

/** `size` in bytes; `isInline`: it stands in the text, not beside it. */
export const isLogo = (file: { contentType: string; isInline: boolean; size: number }): boolean =>
  file.isInline && file.contentType.startsWith('image/') && file.size < tinyPicture

const extensions = new Map([
  ['message/rfc822', 'eml'],
  ['text/calendar', 'ics'],
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
])

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const fileOf = ({ name, contentType, bytes }: MailPart, place: number): MessageFile => ({
  name: name ?? `file-${place + 1}.${extensions.get(contentType) ?? 'bin'}`,
  contentType,
  bytes: bufferOf(bytes),
})

const htmlFile = (html: string): MessageFile => ({
  name: 'message.html',
  contentType: 'text/html',
  bytes: Buffer.from(html),
})

/** The words of HTML; '' where they cannot be had. */
async function wordsOf(html: string): Promise<string> {
  return (await inThread('wordsOf', html)) ?? ''
}

/** The text part, else the words of the HTML, else the HTML as a file. */
export async function readText(
  text: string,
  html: string,
): Promise<{ text: string; files: readonly MessageFile[] }> {
  if (text.trim() !== '' || html === '') return { text, files: [] }
  const words = await wordsOf(html)
  return { text: words, files: words === '' ? [htmlFile(html)] : [] }
}

/** Bytes at the beginning in which the header fields are looked for. */
const longestHead = 64 * 1024

/** What the headers say of a body that is not there. */
const aboutBody = /^content-(type|transfer-encoding):.*\r?\n([ \t].*\r?\n)*/gim

/** A mail of header fields alone, from those at its beginning. */
export function headOf(bytes: Buffer): Buffer {
  const [head = ''] = bytes
    .subarray(0, longestHead)
    .toString('latin1')
    .split(/\r?\n\r?\n/, 1)
  return Buffer.from(`${`${head.trimEnd()}\r\n`.replace(aboutBody, '')}\r\n`, 'latin1')
}

const nothing: PlainMail = {
  messageId: null,
  references: [],
  from: { name: '', address: '' },
  to: [],
  subject: '',
  text: '',
  html: '',
  headers: new Map(),
  signedBy: [],
  parts: [],
}

const filesOf = ({ parts }: PlainMail) =>
  parts.filter((part) => !isLogo({ ...part, size: part.bytes.length })).map(fileOf)

/**
 * A mail from its bytes (RFC 5322), whatever they are: where its HTML cannot be made words, its text part alone and, if
 * there is none, the HTML as a file; where it cannot be read at all, its header fields and itself as a file. `source` is
 * all that came of it, where that is more than `bytes`.
 */
export async function parseMime(bytes: Buffer, source = bytes): Promise<ParsedMail> {
  const { mail, files } = await readAsFarAsPossible(bytes)
  return {
    messageId: messageIdOf(mail.messageId, source),
    references: mail.references.filter(isMessageId),
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    headers: mail.headers,
    signedBy: mail.signedBy,
    files,
  }
}

async function readAsFarAsPossible(
  bytes: Buffer,
): Promise<{ mail: PlainMail; files: readonly MessageFile[] }> {
  const whole = await inThread('readMail', bytes, true)
  if (whole) return { mail: whole, files: filesOf(whole) }
  const plain = await inThread('readMail', bytes, false)
  if (plain) {
    const isEmpty = plain.text.trim() === '' && plain.html !== ''
    return { mail: plain, files: [...(isEmpty ? [htmlFile(plain.html)] : []), ...filesOf(plain)] }
  }
  const head = (await inThread('readMail', headOf(bytes), false)) ?? nothing
  return { mail: head, files: [{ name: 'message.eml', contentType: 'message/rfc822', bytes }] }
}
