import { simpleParser, type AddressObject, type Attachment, type ParsedMail } from 'mailparser'
import type { Address, MailFile, ReadMail } from '../rules.ts'

/** The parser is to make no links and pictures of what nobody will see. */
const options = {
  keepDeliveryStatus: true,
  keepCidLinks: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHtmlLengthToParse: 2_000_000,
}

/** Bytes; below it a picture inside the text is a logo under a signature, not a photograph of a passport. */
const tinyPicture = 10 * 1024

/** `size` in bytes; `isInline`: it stands in the text, not beside it. */
export const isLogo = (file: { contentType: string; isInline: boolean; size: number }): boolean =>
  file.isInline && file.contentType.startsWith('image/') && file.size < tinyPicture

const isInline = ({ related, contentDisposition, cid }: Attachment) =>
  related || cid !== undefined || contentDisposition === 'inline'

const extensions: Readonly<Record<string, string>> = {
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

const fileOf = ({ filename, contentType, content }: Attachment, place: number): MailFile => ({
  name: filename ?? `file-${place + 1}.${extensions[contentType] ?? 'bin'}`,
  contentType,
  bytes: content,
})

const addressesOf = (found: AddressObject | AddressObject[] | undefined): Address[] =>
  [found ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap(({ name, address, group }) => [{ name, address: address ?? '' }, ...(group ?? [])])
    .map(({ name, address = '' }) => ({ name, address }))

const valueOf = (line: string) => line.slice(line.indexOf(':') + 1).trim()

/** Words of a mail that has only HTML. */
async function wordsOf(html: string): Promise<string> {
  const mail = Buffer.concat([
    Buffer.from('Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    Buffer.from(Buffer.from(html).toString('base64')),
  ])
  const { text = '' } = await simpleParser(mail, options)
  return text
}

/** The text part, else the words of the HTML. */
export const textOf = async (text: string, html: string): Promise<string> =>
  text.trim() === '' && html !== '' ? wordsOf(html) : text

/** Too much HTML is an error to the parser; a mail is kept all the same, without the words of that part. */
const parse = (bytes: Buffer): Promise<ParsedMail> =>
  simpleParser(bytes, options).catch(() => simpleParser(bytes, { ...options, skipHtmlToText: true }))

/** A mail from its bytes (RFC 5322). */
export async function readMime(bytes: Buffer): Promise<ReadMail> {
  const mail = await parse(bytes)
  const [from] = addressesOf(mail.from)
  const lines = mail.headerLines
  return {
    messageId: mail.messageId ?? null,
    references: [mail.references ?? []].flat(),
    from: from ?? { name: '', address: '' },
    to: [...addressesOf(mail.to), ...addressesOf(mail.cc)],
    subject: mail.subject ?? '',
    text: await textOf(mail.text ?? '', mail.html || ''),
    header: (name) => {
      const found = lines.find(({ key }) => key === name)
      return found && valueOf(found.line)
    },
    signedBy: lines
      .filter(({ key }) => key === 'dkim-signature')
      .flatMap(({ line }) => /[;\s]d=\s*([^;\s]+)/.exec(line)?.[1] ?? []),
    files: mail.attachments.filter((file) => !isLogo({ ...file, isInline: isInline(file) })).map(fileOf),
  }
}
