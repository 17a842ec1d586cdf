import { convert, type DomNode, type FormatCallback, type HtmlToTextOptions } from 'html-to-text'

/** Characters of HTML that are converted. */
const maxHtmlChars = 2_000_000

const lineBreakers = new Set(['br', 'table', 'ul', 'ol', 'hr', 'blockquote', 'pre'])
const blocks = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'center'])
const cellNames = new Set(['td', 'th'])

const hasText = ({ type, data, attribs, children = [] }: DomNode): boolean =>
  type === 'text' ? (data ?? '').trim() !== '' : Boolean(attribs?.['alt']) || children.some(hasText)

const isLine = (cell: DomNode): boolean => {
  const filled = (cell.children ?? []).filter(hasText)
  const isBlockAlone = filled.length === 1 || !filled.some(({ name = '' }) => blocks.has(name))
  return !lineBreakers.has(cell.name ?? '') && isBlockAlone && filled.every(isLine)
}

/** Without the blocks around it. */
const inlineOf = (node: DomNode): DomNode[] =>
  blocks.has(node.name ?? '') ? (node.children ?? []).flatMap(inlineOf) : [node]

/** A row is one line, its cells apart; longer cells stand below each other. */
const formatRow: FormatCallback = (row, walk, builder) => {
  const children = row.children ?? []
  const isCell = ({ name = '' }: DomNode) => cellNames.has(name)
  const filled = children.filter(isCell).filter(hasText)
  builder.openBlock({ leadingLineBreaks: 1 })
  if (filled.length > 1 && filled.every(isLine)) {
    const shown = children.slice(0, children.findLastIndex(hasText) + 1)
    const [first] = shown.filter(isCell)
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
  return convert(html, options)
}
