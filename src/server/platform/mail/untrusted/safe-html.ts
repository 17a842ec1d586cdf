import { Parser } from 'htmlparser2'
import { contentId } from './mail-content.ts'
import { splitMail } from './mail-tree.ts'

/** Elements with what is in them, and elements alone, that load, run, submit or navigate. */
const removedWhole = new Set([
  'script',
  'style',
  'title',
  'iframe',
  'object',
  'noscript',
  'template',
  'svg',
  'math',
])
const removedTags = new Set([
  'html',
  'head',
  'body',
  'meta',
  'link',
  'base',
  'form',
  'input',
  'button',
  'textarea',
])
const keptAttributes = new Set(
  'align,alt,bgcolor,border,cellpadding,cellspacing,color,colspan,dir,height,lang,rowspan,size,src,start,style,title,valign,width'.split(
    ',',
  ),
)
const kept = /^[a-z][a-z\d]*$/

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (it) => `&#${it.charCodeAt(0)};`)

/** Bytes of pictures that are shown in the text. */
const maxPictureBytes = 10 * 1024 * 1024

/** HTML without what could load, run, submit or navigate; `pictures` by Content-ID as `data:` addresses. */
function cleanHtml(html: string, pictures: ReadonlyMap<string, string>): string {
  let clean = ''
  let removedDepth = 0
  const srcOf = (value: string) =>
    /^data:image\//i.test(value) ? value : pictures.get(value.replace(/^cid:/i, ''))
  const attribute = ([name, value]: [string, string]) => {
    const kept = name === 'src' ? srcOf(value) : value
    return keptAttributes.has(name) && kept !== undefined ? ` ${name}="${escapeHtml(kept)}"` : ''
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      if (removedWhole.has(name)) removedDepth++
      if (removedDepth === 0 && kept.test(name) && !removedTags.has(name))
        clean += `<${name}${Object.entries(attributes).map(attribute).join('')}>`
    },
    ontext(text) {
      if (removedDepth === 0) clean += escapeHtml(text)
    },
    onclosetag(name, isImplied) {
      if (removedWhole.has(name)) removedDepth--
      else if (
        removedDepth === 0 &&
        kept.test(name) &&
        !removedTags.has(name) &&
        !(isImplied && name === 'img')
      )
        clean += `</${name}>`
    },
  })
  parser.end(html)
  return clean
}
/** The HTML of a mail, else its text, as a page that loads and runs nothing. */
export async function safeHtml(bytes: Uint8Array): Promise<string> {
  const { nodes } = await splitMail(bytes)
  const texts = nodes.filter(({ text }) => text !== null)
  const htmls = texts.filter(({ contentType }) => contentType === 'text/html')
  let size = 0
  const pictures = nodes.filter((node) => {
    const isShown = node.contentType.startsWith('image/') && contentId(node) !== ''
    if (isShown) size += node.bytes.length
    return isShown && size <= maxPictureBytes
  })
  const addresses = new Map(
    pictures.map((node) => [
      contentId(node),
      `data:${node.contentType};base64,${node.bytes.toString('base64')}`,
    ]),
  )
  const shown =
    htmls.length > 0
      ? htmls.map(({ text }) => cleanHtml(text ?? '', addresses))
      : texts.map(({ text }) => `<pre>${escapeHtml(text ?? '')}</pre>`)
  return `<!doctype html><meta charset="utf-8"><title>Mail</title>${shown.join('<hr>')}`
}
