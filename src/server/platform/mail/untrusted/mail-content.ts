import { maskCards } from '#contract/rules/card-numbers.ts'
import { fuller } from '../fuller.ts'
import { htmlToText } from './html-to-text.ts'
import { splitMail, type MailNode, type MailTree } from './mail-tree.ts'
import { maxNameChars, maxTextChars, type MailPart } from './raw-mail.ts'
import { isTnef, openTnef } from './tnef.ts'

/** A mail within a mail is opened so deep. */
const maxDepth = 4
/** More files are not listed. */
const maxFiles = 1000

/** A picture within HTML (RFC 2397): its type, and its bytes in base64. */
const dataPicture = /data:(image\/[\w.+-]{1,40})(?:;[\w=-]{1,40}){0,3};base64,([\w+/=%\s-]*)/gi
const dataPictureWhole = /(data:image\/[^"'\s)>]+)/i

const withoutCards = (text: string): string => maskCards(text.slice(0, maxTextChars))

const withoutPictures = (html: string) => html.replaceAll(dataPicture, '')

/** Where only the converted text has a card's digits in a row, as of elements of their own, it stands for the HTML. */
function maskHtml(html: string, text: string | undefined): string {
  const parts = html.split(dataPictureWhole)
  const masked = parts.map((part, index) => (index % 2 === 0 ? maskCards(part) : part)).join('')
  if (text === undefined || (masked === html && maskCards(text) === text)) return masked
  const shown = htmlToText(withoutPictures(masked))
  return maskCards(shown) === shown ? masked : `<pre>${maskCards(shown).replaceAll('<', '&lt;')}</pre>`
}

interface MailContent {
  /** Without card numbers. */
  text: string
  /** The same, of the parts that were not converted. */
  html: string
  files: MailPart[]
  /** What stands in place of the parts that have card numbers. */
  masked: ReadonlyMap<MailNode, string>
}

const isMail = ({ contentType }: MailNode) => ['message/rfc822', 'message/global'].includes(contentType)
const isReport = ({ parent }: MailNode) => parent?.contentType === 'multipart/report'

/** Content-IDs that an HTML shows. */
const shownIds = (html: string) => new Set([...html.matchAll(/cid:([^"'\s)>]{1,250})/gi)].map(([, id]) => id))

export const contentId = ({ head }: MailNode): string =>
  (head.headers && head.headers.getFirst('Content-ID').replace(/^<|>$/g, '')) || ''

function isWithin(node: MailNode, contentType: string): boolean {
  return (
    node.parent !== null && (node.parent.contentType === contentType || isWithin(node.parent, contentType))
  )
}

const cut = (text: string) => text.slice(-maxNameChars)

function toFile(node: MailNode, shown: ReadonlySet<string | undefined>): MailPart {
  const { contentType, head, bytes } = node
  const isShown =
    shown.has(contentId(node)) ||
    head.disposition === 'inline' ||
    (head.disposition !== 'attachment' && isWithin(node, 'multipart/related'))
  return {
    name: head.filename ? cut(head.filename) : undefined,
    contentType: cut(contentType),
    isInline: contentType.startsWith('image/') && isShown,
    bytes,
  }
}

const pictureFiles = (html: string): MailPart[] =>
  [...html.matchAll(dataPicture)].map(([, contentType = '', data = '']) => ({
    name: undefined,
    contentType: contentType.toLowerCase(),
    isInline: true,
    bytes: Buffer.from(
      data.replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16))),
      'base64',
    ),
  }))

/** Reads the texts and files of a mail, of mails within it, and of Outlook's containers. Rejects where HTML that is to be converted cannot be. */
export async function readContent(tree: MailTree, convertsHtml: boolean, depth = 0): Promise<MailContent> {
  const masked = new Map<MailNode, string>()
  const htmls: string[] = []

  function leafText(node: MailNode, source: string): string {
    const isHtml = node.contentType === 'text/html'
    if (isHtml) htmls.push(source)
    const converted = isHtml && convertsHtml ? htmlToText(withoutPictures(source)) : undefined
    const text = withoutCards(isHtml ? (converted ?? '') : source)
    const shown = isHtml ? maskHtml(source, converted) : text
    if (shown !== source) masked.set(node, shown)
    return text
  }

  function textOf(node: MailNode): string {
    if (node.text !== null) return leafText(node, node.text)
    const texts = node.children.map(textOf).filter((text) => text.trim() !== '')
    return node.contentType === 'multipart/alternative'
      ? texts.reduce((best, text) => fuller(best, text), texts[0] ?? '')
      : texts.join('\n')
  }

  let text = textOf(tree.root)
  const html = htmls.join('\n')
  const shown = shownIds(html)
  const files = pictureFiles(html)
  const add = (content: Pick<MailContent, 'text' | 'files'>, isShown: boolean) => {
    files.push(...content.files)
    if (isShown || text.trim() === '')
      text = [text, content.text].filter((it) => it.trim() !== '').join('\n\n')
  }
  for (const node of tree.nodes) {
    const isLeaf = node.children.length === 0 && !node.contentType.startsWith('multipart/')
    if (!isLeaf || (node.text !== null && !node.head.filename)) continue
    const opened = isTnef(node.bytes) ? openTnef(node.bytes) : null
    if (opened && opened.files.length + opened.text.length > 0) {
      add({ ...opened, text: withoutCards(opened.text) }, false)
      continue
    }
    files.push(toFile(node, shown))
    if (isMail(node) && !isReport(node) && depth < maxDepth) {
      const inner = await splitMail(node.bytes)
        .then((found) => readContent(found, convertsHtml, depth + 1))
        .catch(() => null)
      if (inner) add(inner, node.head.disposition === 'inline')
    }
  }
  return { text, html: convertsHtml ? '' : withoutCards(html), files: files.slice(0, maxFiles), masked }
}
