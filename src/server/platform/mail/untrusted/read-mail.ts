import libmime from 'libmime'
import { simpleParser, type AddressObject, type ParsedMail } from 'mailparser'
import { decodeText } from './decode-text.ts'
import { readContent } from './mail-content.ts'
import { maskMail, splitMail, type MailTree } from './mail-tree.ts'
import type { Address, RawMail } from './raw-mail.ts'

const options = { skipTextToHtml: true, skipTextLinks: true, skipImageLinks: true, skipHtmlToText: true }

const maxHeaders = 1000
const maxAddresses = 1000
const maxHeaderChars = 2000

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

/** These headers describe the body. */
const bodyHeaders = new Set(['content-type', 'content-transfer-encoding', 'content-disposition'])
/** Charsets of encoded words under whose names mails use a larger one. */
const smallerSets = /=\?(?:gb2312|gb_2312-80|gbk|x-gbk)(?=[?*])/gi
const shiftedWord = /=\?(iso-2022-kr|hz-gb-2312)(?:\*[\w-]*)?\?([bq])\?([^?\s]*)\?=/gi

/** The head of a mail alone, its subject in UTF-8, with encoded words of charsets that the parser of heads knows. */
function readableHead({ root: { head }, nodes }: MailTree): Buffer {
  const fields = head.headers ? head.headers.getList().filter(({ key }) => !bodyHeaders.has(key)) : []
  const nearby = nodes.map((node) => node.head.charset).find(Boolean) || undefined
  // In all other fields the bytes are those whose signatures were verified.
  const subject = (line: string) =>
    decodeText(Buffer.from(line, 'latin1'), { nearby }).replaceAll(/[\r\n]+(?![ \t])/g, ' ')
  const lines = fields.map(({ key, line }) =>
    key === 'subject' ? Buffer.from(subject(line)).toString('latin1') : line,
  )
  const readable = `${lines.join('\r\n')}\r\n\r\n`
    .replaceAll(smallerSets, '=?gb18030')
    .replaceAll(shiftedWord, (_, charset: string, encoding: string, word: string) =>
      libmime.encodeWord(
        decodeText(
          Buffer.from(libmime.decodeWord('latin1', /b/i.test(encoding) ? 'B' : 'Q', word), 'latin1'),
          { charset },
        ),
        'B',
      ),
    )
  return Buffer.from(readable, 'latin1')
}

/** Parses a mail (RFC 5322). Rejects where `convertsHtml` is set and its HTML cannot be converted to text. */
export async function parseMail(bytes: Uint8Array, convertsHtml: boolean): Promise<RawMail> {
  const tree = await splitMail(bytes)
  const mail = await simpleParser(readableHead(tree), options)
  const { text, html, files, masked } = await readContent(tree, convertsHtml)
  const [from] = flattenAddresses(mail.from)
  const lines = mail.headerLines.slice(0, maxHeaders)
  return {
    messageId: mail.messageId ?? null,
    references: [mail.references ?? []].flat(),
    from: from ?? { name: '', address: '' },
    to: [...flattenAddresses(mail.to), ...flattenAddresses(mail.cc)],
    subject: mail.subject ?? '',
    text,
    html,
    // Reversed, so that the first header of a name wins.
    headers: new Map([
      ['content-type', tree.root.head.headers ? tree.root.head.headers.getFirst('Content-Type') : ''],
      ...lines.toReversed().map(({ key, line }) => [key, headerValue(line)] as const),
    ]),
    isFromPlain: isFromPlain(mail),
    signedBy: signersOf(mail),
    parts: files,
    masked: maskMail(tree, masked),
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
