import type { Exhibit, Fact, PackBlock } from '#contract/packs.ts'
import { missingText } from '#contract/rules/missing-text.ts'
import type { Block, Cell } from '#server/platform/pdf/flow-types.ts'
import { maxPages, type PrintLimits } from './limits.ts'

const numberFormat = new Intl.NumberFormat('en-US')
const emptyCell: Cell = { text: missingText, tone: 'quiet' }

interface PrintedBlocks {
  blocks: Block[]
  isCut: boolean
}

function truncate(text: string, maxChars: number): { text: string; omittedChars: number } {
  if (text.length <= maxChars) return { text, omittedChars: 0 }
  const omittedChars = text.length - maxChars
  return {
    text: `${text
      .slice(0, maxChars)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trimEnd()}…\n[${numberFormat.format(omittedChars)} more characters]`,
    omittedChars,
  }
}

const completeRecordNote =
  'The complete record is kept with the order, and its SHA-256 is on the integrity page.'

function renderRows(
  rows: readonly (string | null)[][],
  limits: PrintLimits,
): { rows: Cell[][]; notice: string } {
  const isLong = rows.length > limits.rows
  const head = isLong ? rows.slice(0, Math.ceil(limits.rows / 2)) : rows
  const tail = isLong ? rows.slice(rows.length - Math.floor(limits.rows / 2)) : []
  const omitted = isLong ? rows.slice(head.length, rows.length - tail.length) : []
  let shortened = 0
  let characters = 0
  const printed = [...head, ...tail].map((row) => {
    const cells = row.map((value) => {
      if (value === null) return emptyCell
      const { text, omittedChars } = truncate(value, limits.text)
      characters += omittedChars
      if (omittedChars > 0) shortened += 1
      return text
    })
    return cells
  })
  const omittedCharacters = omitted.flat().reduce((sum, value) => sum + (value?.length ?? 0), 0)
  const notice = [
    isLong &&
      `${numberFormat.format(omitted.length)} of ${numberFormat.format(rows.length)} entries are left out between the first ${head.length} and the last ${tail.length} (${numberFormat.format(omittedCharacters)} characters, ${omitted[0]?.[0] ?? ''} to ${omitted.at(-1)?.[0] ?? ''}).`,
    shortened > 0 &&
      `${numberFormat.format(shortened)} long texts are cut after ${numberFormat.format(limits.text)} characters (${numberFormat.format(characters)} characters left out).`,
  ].filter(Boolean)
  return {
    rows: printed,
    notice:
      notice.length > 0
        ? `Shortened in print, for a pack has at most ${maxPages} pages. ${notice.join(' ')} ${completeRecordNote}`
        : '',
  }
}

const titleBlocks = (title: string): Block[] => (title ? [{ kind: 'heading', level: 3, text: title }] : [])
export const factsColumns = [
  { title: 'Fact', share: 30 },
  { title: 'Value', share: 70 },
]

export function renderTable(
  title: string,
  columns: Extract<PackBlock, { kind: 'table' }>['columns'],
  rows: readonly (string | null)[][],
  limits: PrintLimits,
  options: { rowHeads?: boolean; headless?: boolean } = {},
): PrintedBlocks {
  const printed = renderRows(rows, limits)
  return {
    blocks: [
      ...titleBlocks(title),
      { kind: 'table', columns, rows: printed.rows, ...options },
      ...(printed.notice ? [{ kind: 'paragraph', text: printed.notice, tone: 'strong' } as const] : []),
    ],
    isCut: printed.notice !== '',
  }
}

/** Longer facts are truncated at every level. */
const maxFactChars = 1500

export const renderFacts = (title: string, facts: readonly Fact[], limits: PrintLimits): PrintedBlocks =>
  renderTable(
    title,
    factsColumns,
    facts.map(({ label, value }) => [label, value]),
    { ...limits, text: Math.min(limits.text, maxFactChars) },
    { rowHeads: true, headless: true },
  )

const kilobytes = (size: number) => `${numberFormat.format(Math.ceil(size / 1024))} kB`

function renderBlock(block: PackBlock, limits: PrintLimits, page: DocumentPage): PrintedBlocks {
  switch (block.kind) {
    case 'note':
      return {
        blocks: [{ kind: 'paragraph', text: block.text, tone: block.strong ? 'strong' : 'plain' }],
        isCut: false,
      }
    case 'facts':
      return renderFacts(block.title, block.facts, limits)
    case 'table':
      return renderTable(block.title, block.columns, block.rows, limits)
    case 'text': {
      const { text, omittedChars } = truncate(block.text, limits.policy)
      const notice = `Shortened in print, for a pack has at most ${maxPages} pages. ${numberFormat.format(omittedChars)} characters of this text are left out. ${completeRecordNote}`
      return {
        blocks: [
          ...titleBlocks(block.title),
          { kind: 'paragraph', text },
          ...(omittedChars > 0 ? [{ kind: 'paragraph', text: notice, tone: 'strong' } as const] : []),
        ],
        isCut: omittedChars > 0,
      }
    }
    case 'document': {
      const rows = [
        ['File', `${block.name} (${block.content_type}, ${kilobytes(block.size)})`],
        ['SHA-256 of the file', block.sha256],
        ['Stored file', page.fileStatus],
        ...(page.shownAs ? [['Shown', shownLabels[page.shownAs]]] : []),
      ]
      return {
        blocks: [
          { kind: 'table', columns: factsColumns, rows, rowHeads: true, headless: true },
          ...(page.shownAs
            ? [
                {
                  kind: 'frame',
                  name: documentFrame,
                  alt: `First page of the approved document ${block.name}`,
                } as const,
              ]
            : [
                {
                  kind: 'paragraph',
                  text: 'The page cannot be shown here: this file could not be drawn.',
                  tone: 'strong',
                } as const,
              ]),
        ],
        isCut: false,
      }
    }
  }
}

export const documentFrame = 'approved document'

/** How the document's page is drawn. */
export type ShownAs = 'page' | 'picture'

const shownLabels = {
  page: 'Unchanged: drawn from the file, and compared with its page',
  picture: 'As a grey picture of its page',
} as const satisfies Record<ShownAs, string>

export interface DocumentPage {
  /** Null where it cannot be shown. */
  shownAs: ShownAs | null
  fileStatus: string
}

export const exhibitAnchor = (letter: string) => `exhibit ${letter}`

export function renderExhibit(exhibit: Exhibit, limits: PrintLimits, page: DocumentPage): PrintedBlocks {
  const parts = exhibit.blocks.map((block) => renderBlock(block, limits, page))
  const hasPage = page.shownAs !== null && exhibit.blocks.some(({ kind }) => kind === 'document')
  return {
    blocks: [
      {
        kind: 'heading',
        level: 2,
        text: `Exhibit ${exhibit.letter}: ${exhibit.title}`,
        anchor: exhibitAnchor(exhibit.letter),
        newPage: hasPage,
        room: limits.size > 8 ? 0.3 : 0,
      },
      { kind: 'paragraph', text: exhibit.shows, tone: 'quiet' },
      ...parts.flatMap(({ blocks }) => blocks),
    ],
    isCut: parts.some(({ isCut }) => isCut),
  }
}
