import { createRequire } from 'node:module'
import type { DomNode, FormatCallback, HtmlToTextOptions } from 'html-to-text'

/** The copy that the mail parser loads: each mail starts a process, which would load a second one. */
const library: typeof import('html-to-text') = createRequire(import.meta.url)('html-to-text')

/** Characters of HTML that are converted. */
const maxHtmlChars = 2_000_000

const lineBreakers = new Set(['br', 'table', 'ul', 'ol', 'hr', 'blockquote', 'pre'])
const blocks = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'center'])
const cellNames = new Set(['td', 'th'])

/** Only tags have children. */
const hasText = ({ type, data, attribs, children }: DomNode): boolean =>
  type === 'text'
    ? (data ?? '').trim() !== ''
    : type === 'tag' && (Boolean(attribs?.['alt']) || children.some(hasText))

const isLine = ({ type, children }: DomNode): boolean => {
  if (type !== 'tag') return true
  const shown = children.slice(0, children.findLastIndex(hasText) + 1)
  const filled = shown.filter(hasText)
  const isBlockAlone = filled.length === 1 || !filled.some(({ name = '' }) => blocks.has(name))
  return isBlockAlone && !shown.some(({ name = '' }) => lineBreakers.has(name)) && filled.every(isLine)
}

/** Without the blocks around it. */
const inlineOf = (node: DomNode): DomNode[] =>
  blocks.has(node.name ?? '') ? node.children.flatMap(inlineOf) : [node]

const isCell = ({ name = '' }: DomNode) => cellNames.has(name)

/** A row is one line, its cells apart; longer cells stand below each other. */
const formatRow: FormatCallback = (row, walk, builder) => {
  const { children } = row
  const filled = children.filter(isCell).filter(hasText)
  builder.openBlock({ leadingLineBreaks: 1 })
  if (filled.length > 1 && filled.every(isLine)) {
    const shown = children.slice(0, children.findLastIndex(hasText) + 1)
    const first = shown.find(isCell)
    for (const child of shown) {
      if (isCell(child) && child !== first) builder.addInline(' | ')
      walk(isCell(child) ? child.children.flatMap(inlineOf) : [child], builder)
    }
  } else walk(children, builder)
  builder.closeBlock({ trailingLineBreaks: 1 })
}

const formatPicture: FormatCallback = ({ attribs }, _walk, builder) => {
  if (attribs?.['alt']) builder.addInline(attribs['alt'])
}

const asIs = { uppercase: false }
const options: HtmlToTextOptions = {
  wordwrap: false,
  formatters: { row: formatRow, picture: formatPicture },
  selectors: [
    { selector: 'img', format: 'picture' },
    // Struck out, so that a corrected number is told from the wrong one.
    ...['s', 'del', 'strike'].map((selector) => ({
      selector,
      format: 'inlineSurround',
      options: { prefix: '~~', suffix: '~~' },
    })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: asIs })),
    ...['table', 'td', 'th', 'caption'].map((selector) => ({
      selector,
      format: 'block',
      options: { leadingLineBreaks: 1, trailingLineBreaks: 1 },
    })),
    { selector: 'tr', format: 'row' },
  ],
}

/** HTML as plain text; throws where it is too long or nested too deep. */
export function htmlToText(html: string): string {
  if (html.length > maxHtmlChars) throw new Error('the HTML is too long')
  return library.convert(html, options)
}
