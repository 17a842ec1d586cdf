import { simpleParser, type AddressObject, type Attachment } from 'mailparser'
import type { Address, RawMail } from './raw-mail.ts'

/** Turns off conversions that are not needed. */
const options = {
  keepDeliveryStatus: true,
  keepCidLinks: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHtmlLengthToParse: 2_000_000,
}

const maxHeaders = 1000
const maxAddresses = 1000
/** Characters. */
const maxHeaderChars = 2000

const isInline = ({ related, contentDisposition, cid }: Attachment) =>
  related || cid !== undefined || contentDisposition === 'inline'

const flattenAddresses = (found: AddressObject | AddressObject[] | undefined): Address[] =>
  [found ?? []]
    .flat()
    .flatMap(({ value }) => value)
    .flatMap(({ name, address, group }) => [{ name, address: address ?? '' }, ...(group ?? [])])
    .map(({ name, address = '' }) => ({ name, address }))
    .slice(0, maxAddresses)

const headerValue = (line: string) => line.slice(line.indexOf(':') + 1, maxHeaderChars).trim()

/** HTML as plain text; rejects where it is too long or nested too deep. */
export async function htmlToText(html: string): Promise<string> {
  const mail = Buffer.concat([
    Buffer.from('Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    Buffer.from(Buffer.from(html).toString('base64')),
  ])
  const { text = '' } = await simpleParser(mail, options)
  return text
}

/** Parses a mail (RFC 5322). Rejects where `convertsHtml` is set and its HTML cannot be converted to text. */
export async function parseMail(bytes: Uint8Array, convertsHtml: boolean): Promise<RawMail> {
  const mail = await simpleParser(Buffer.from(bytes), { ...options, skipHtmlToText: !convertsHtml })
  const { text = '', html: found } = mail
  const html = found || ''
  const [from] = flattenAddresses(mail.from)
  const lines = mail.headerLines.slice(0, maxHeaders)
  return {
    messageId: mail.messageId ?? null,
    references: [mail.references ?? []].flat(),
    from: from ?? { name: '', address: '' },
    to: [...flattenAddresses(mail.to), ...flattenAddresses(mail.cc)],
    subject: mail.subject ?? '',
    text: convertsHtml && text.trim() === '' && html !== '' ? await htmlToText(html) : text,
    html,
    // Reversed, so that the first header of a name wins.
    headers: new Map(lines.toReversed().map(({ key, line }) => [key, headerValue(line)])),
    signedBy: lines
      .filter(({ key }) => key === 'dkim-signature')
      .flatMap(({ line }) => /[;\s]d=\s*([^;\s]+)/.exec(line.slice(0, maxHeaderChars))?.[1] ?? []),
    parts: mail.attachments.map((part) => ({
      name: part.filename,
      contentType: part.contentType,
      isInline: isInline(part),
      bytes: part.content,
    })),
  }
}
