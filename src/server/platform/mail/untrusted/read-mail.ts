import { simpleParser, type AddressObject, type Attachment, type ParsedMail } from 'mailparser'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { maxNameChars, maxTextChars, type Address, type RawMail } from './raw-mail.ts'

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

const valueOf = (line: string) => line.slice(line.indexOf(':') + 1)
const headerValue = (line: string) => valueOf(line.slice(0, maxHeaderChars)).trim()

const plainAddress = /^[^\s@"'(),:;<>[\]\\]+@[a-z\d.-]+$/i

const isFromPlain = ({ from, headerLines }: ParsedMail) => {
  const [author, ...others] = flattenAddresses(from)
  const fields = headerLines.filter(({ key }) => key === 'from')
  return fields.length === 1 && others.length === 0 && plainAddress.test(author?.address ?? '')
}

const signersOf = ({ headerLines }: ParsedMail) =>
  headerLines.length > maxHeaders
    ? ['']
    : headerLines
        .filter(({ key }) => key === 'dkim-signature')
        .map(({ line }) => signingDomain(valueOf(line).replaceAll(/\r?\n/g, '')))

/** HTML as plain text; rejects where it is too long or nested too deep. */
export async function htmlToText(html: string): Promise<string> {
  const mail = Buffer.concat([
    Buffer.from('Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n'),
    Buffer.from(Buffer.from(html).toString('base64')),
  ])
  const { text = '' } = await simpleParser(mail, options)
  return textOf(text)
}

/** Truncated, because a crafted text makes the search for card numbers slow. */
const textOf = (text: string): string => maskCards(text.slice(0, maxTextChars))
export const maskText = async (text: string): Promise<string> => textOf(text)

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
    text: convertsHtml && text.trim() === '' && html !== '' ? await htmlToText(html) : textOf(text),
    html: convertsHtml ? '' : maskCards(html),
    // Reversed, so that the first header of a name wins.
    headers: new Map(lines.toReversed().map(({ key, line }) => [key, headerValue(line)])),
    isFromPlain: isFromPlain(mail),
    signedBy: signersOf(mail),
    parts: mail.attachments.map((part) => ({
      name: part.filename?.slice(-maxNameChars),
      contentType: part.contentType.slice(0, maxNameChars),
      isInline: isInline(part),
      bytes: part.content,
    })),
  }
}

const maxSignatureChars = 8000

const plainDomain = /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i
/** An identity that a report cannot misread as several entries. */
const plainIdentity = /^[\w.+-]*@([a-z\d.-]+)$/i

/** The tags of a list (RFC 6376 §3.2); null for an invalid list or a duplicate name. */
function tagsOf(list: string): ReadonlyMap<string, string> | null {
  const tags = new Map<string, string>()
  for (const tag of list.replace(/;\s*$/, '').split(';')) {
    const at = tag.indexOf('=')
    const name = tag.slice(0, at).trim()
    if (at < 0 || !/^[a-z]\w*$/i.test(name) || tags.has(name)) return null
    tags.set(name, tag.slice(at + 1).trim())
  }
  return tags
}

/**
 * The signing domain of a DKIM-Signature header (RFC 6376 §3.5), in lower case; '' where it is ambiguous: the
 * signatures of such a mail prove nothing.
 */
function signingDomain(signature: string): string {
  if (signature.length > maxSignatureChars) return ''
  const tags = tagsOf(signature)
  const domain = tags?.get('d')?.toLowerCase() ?? ''
  const identity = (tags?.get('i') ?? `@${domain}`).toLowerCase()
  const [, identityDomain = ''] = plainIdentity.exec(identity) ?? []
  const isWithin = identityDomain === domain || identityDomain.endsWith(`.${domain}`)
  return plainDomain.test(domain) && isWithin ? domain : ''
}
