import { createHash } from 'node:crypto'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { runMailTask } from '#server/platform/mail/untrusted/in-sandbox.ts'
import type { MailPart, RawMail } from '#server/platform/mail/untrusted/raw-mail.ts'
import type { MessageFile } from '#server/messages/store-message.ts'
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

/** A smaller inline picture is a logo in a signature, not a photograph of a passport. */
const maxLogoBytes = 10 * 1024

/** `size` in bytes; `isInline`: part of the text, not an attachment. */
export const isLogo = (file: { contentType: string; isInline: boolean; size: number }): boolean =>
  file.isInline && file.contentType.startsWith('image/') && file.size < maxLogoBytes

const extensions = new Map([
  ['message/rfc822', 'eml'],
  ['text/calendar', 'ics'],
  ['application/pdf', 'pdf'],
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
])

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const toMailFile = ({ name, contentType, bytes }: MailPart, index: number): MessageFile => ({
  name: name ?? `file-${index + 1}.${extensions.get(contentType) ?? 'bin'}`,
  contentType,
  bytes: toBuffer(bytes),
})

/** Returns '' if the HTML cannot be converted within the limits. */
async function htmlToText(html: string): Promise<string> {
  return (await runMailTask('wordsOf', html)) ?? ''
}

const maxOwnChars = 50_000

const textFile = (name: string, contentType: string, text: string): MessageFile => ({
  name,
  contentType,
  bytes: Buffer.from(text),
})

const withoutCards = async (text: string) =>
  (await runMailTask('maskText', text)) ?? maskCards(text.slice(0, maxOwnChars))

/** The text part, else the HTML as plain text, else the HTML as a file; card numbers are masked. */
export async function extractText(
  text: string,
  html: string,
): Promise<{ text: string; files: readonly MessageFile[] }> {
  if (text.trim() !== '' || html === '') return { text: await withoutCards(text), files: [] }
  const extracted = await htmlToText(html)
  if (extracted !== '') return { text: extracted, files: [] }
  return { text: '', files: [textFile('message.html', 'text/html', await withoutCards(html))] }
}

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
}

const filesOf = ({ parts }: RawMail) =>
  parts.filter((part) => !isLogo({ ...part, size: part.bytes.length })).map(toMailFile)

/**
 * Never fails: what cannot be parsed (RFC 5322) becomes a file. `source`: the whole mail if `bytes` is its beginning.
 */
export async function parseMime(bytes: Buffer, source = bytes): Promise<ParsedMail> {
  const { mail, files } = await parseLeniently(bytes)
  return {
    messageId: ensureMessageId(mail.messageId, source),
    references: mail.references.filter(isMessageId),
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text,
    headers: mail.headers,
    isFromPlain: mail.isFromPlain,
    signedBy: mail.signedBy,
    files,
  }
}

async function parseLeniently(bytes: Buffer): Promise<{ mail: RawMail; files: readonly MessageFile[] }> {
  const whole = await runMailTask('readMail', bytes, true)
  if (whole) return { mail: whole, files: filesOf(whole) }
  const plain = await runMailTask('readMail', bytes, false)
  if (plain) {
    const isEmpty = plain.text.trim() === '' && plain.html !== ''
    return {
      mail: plain,
      files: [...(isEmpty ? [textFile('message.html', 'text/html', plain.html)] : []), ...filesOf(plain)],
    }
  }
  const head = (await runMailTask('readMail', headOf(bytes), false)) ?? emptyMail
  return { mail: head, files: [{ name: 'message.eml', contentType: 'message/rfc822', bytes }] }
}
