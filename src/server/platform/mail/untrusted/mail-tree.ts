import { buffer } from 'node:stream/consumers'
import { Splitter, type MessageChunk, type SplitterChunk } from '@zone-eu/mailsplit'
import libmime from 'libmime'
import { maskCards } from '#contract/rules/card-numbers.ts'
import { decodeText } from './decode-text.ts'

type MimeNode = Exclude<SplitterChunk, MessageChunk>

/** A part of a mail (RFC 2045), with its parts. */
export interface MailNode {
  head: MimeNode
  contentType: string
  parent: MailNode | null
  children: MailNode[]
  /** Without its transfer encoding. */
  bytes: Buffer
  /** Of `text/plain` and `text/html` that stand in the message itself. */
  text: string | null
}

export interface MailTree {
  root: MailNode
  nodes: readonly MailNode[]
  /** The mail in its order: heads of parts, their bodies, and what stands between them. */
  pieces: readonly Piece[]
}

interface Piece {
  node: MimeNode
  type: 'head' | 'body' | 'between'
  bytes: Buffer[]
}

const octets = 'application/octet-stream'

function contentTypeOf({ contentType, filename }: MimeNode): string {
  const type = contentType || 'text/plain'
  return type === octets && filename ? libmime.detectMimeType(filename) || octets : type
}

const isText = ({ contentType, head: { disposition } }: MailNode) =>
  ['text/plain', 'text/html'].includes(contentType) && (disposition || 'inline') === 'inline'

async function decodeTransfer(head: MimeNode, body: readonly Buffer[]): Promise<Buffer> {
  const decoder = head.getDecoder()
  decoder.end(Buffer.concat(body))
  return buffer(decoder)
}

function decodeNode({ head, contentType, bytes }: MailNode, nearby: string | undefined): string {
  const { charset, flowed, delSp } = head
  const lines = flowed ? Buffer.from(libmime.decodeFlowed(bytes.toString('latin1'), delSp), 'latin1') : bytes
  const isHtml = contentType === 'text/html'
  return decodeText(lines, { charset: charset || undefined, isHtml, nearby }).replaceAll('\r\n', '\n')
}

/** The first charset that the mail names. */
const namedCharset = ({ head }: MailNode, nodes: readonly MailNode[]) =>
  nodes.map((node) => node.head.charset).find(Boolean) ||
  /=\?([\w-]+)(?:\*[\w-]+)?\?[bq]\?/i.exec(head.getHeaders().toString('latin1'))?.[1]

/** Rejects where it has too many parts, or too long heads. */
export async function splitMail(mail: Uint8Array): Promise<MailTree> {
  const splitter = new Splitter({ ignoreEmbedded: true })
  splitter.end(mail)
  const pieces: Piece[] = []
  const heads: MimeNode[] = []
  for await (const found of splitter) {
    const chunk: SplitterChunk = found
    if (chunk.type === 'node') {
      heads.push(chunk)
      pieces.push({ node: chunk, type: 'head', bytes: [] })
      continue
    }
    const type = chunk.type === 'body' ? 'body' : 'between'
    const last = pieces.at(-1)
    if (last?.type === type && last.node === chunk.node) last.bytes.push(chunk.value)
    else pieces.push({ node: chunk.node, type, bytes: [chunk.value] })
  }
  const byHead = new Map<unknown, MailNode>()
  for (const head of heads) {
    const parent = byHead.get(head.parentNode) ?? null
    const body = pieces.filter(({ node, type }) => node === head && type === 'body')
    const bytes = await decodeTransfer(
      head,
      body.flatMap((piece) => piece.bytes),
    )
    const node = { head, contentType: contentTypeOf(head), parent, children: [], bytes, text: null }
    parent?.children.push(node)
    byHead.set(head, node)
  }
  const nodes = [...byHead.values()]
  const [root] = nodes
  if (!root) throw new Error('the mail is empty')
  const nearby = namedCharset(root, nodes)
  for (const node of nodes) if (isText(node)) node.text = decodeNode(node, nearby)
  return { root, nodes, pieces }
}

/** Whether a head had a card number, which is masked in it. */
function maskHead({ headers }: MimeNode): boolean {
  if (!headers) return false
  let isMasked = false
  for (const field of headers.getList()) {
    // The boundary separates the parts.
    if (/boundary/i.test(field.line)) continue
    const line = Buffer.from(field.line, 'latin1')
      .toString('utf8')
      .replaceAll(/\r?\n[ \t]+/g, ' ')
    const decoded = libmime.decodeWords(line)
    const masked = maskCards(decoded)
    if (masked === decoded) continue
    field.line = Buffer.from(libmime.encodeWords(masked)).toString('latin1')
    headers.changed = true
    isMasked = true
  }
  return isMasked
}

const base64Lines = (text: string) => Buffer.from(text).toString('base64').replaceAll(/.{76}/g, '$&\r\n')

/** The mail with card numbers masked in its heads, and with these texts in place of the parts' own; null without any. */
export function maskMail({ nodes, pieces }: MailTree, texts: ReadonlyMap<MailNode, string>): Buffer | null {
  const hasMaskedHead = nodes.map(({ head }) => maskHead(head)).includes(true)
  const bodies = new Map<MimeNode, Buffer>()
  for (const [{ head, contentType }, text] of texts) {
    if (head.headers) {
      head.headers.update('Content-Type', `${contentType}; charset=utf-8`)
      head.headers.update('Content-Transfer-Encoding', 'base64')
    }
    bodies.set(head, Buffer.from(base64Lines(text)))
  }
  const maskPiece = ({ node, type, bytes }: Piece): Buffer => {
    if (type === 'head') return node.getHeaders()
    const whole = Buffer.concat(bytes)
    if (type === 'body') return bodies.get(node) ?? whole
    const text = whole.toString('latin1')
    return Buffer.from(text.replaceAll(/^(?!--).*$/gm, maskCards), 'latin1')
  }
  const masked = pieces.map(maskPiece)
  const hasChanged =
    hasMaskedHead ||
    texts.size > 0 ||
    pieces.some(
      ({ type, bytes }, index) =>
        type === 'between' && !Buffer.concat(bytes).equals(masked[index] ?? Buffer.of()),
    )
  return hasChanged ? Buffer.concat(masked) : null
}
