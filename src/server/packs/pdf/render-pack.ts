import type { DefencePack } from '#contract/packs.ts'
import { draw, type HeaderFooter } from '#server/platform/pdf/draw.ts'
import { layOut } from '#server/platform/pdf/flow.ts'
import type { Flow, Sheet, Block } from '#server/platform/pdf/flow-types.ts'
import { finishPdf, createPdfDraft } from '#server/platform/pdf/pdf-draft.ts'
import { embedFirstPage } from '#server/platform/pdf/pictures.ts'
import {
  documentFrame,
  exhibitAnchor,
  type DocumentPage,
  renderExhibit,
  type ShownAs,
} from './exhibit-blocks.ts'
import { limitLevels, maxPages, type PrintLimits } from './limits.ts'
import type { SourceDocument } from './source-document.ts'
import { caseFacts, contents, coverLetter, integrity } from './cover.ts'

/** Card networks take no larger file (product §8). */
const maxPdfBytes = 1_000_000

/** US Letter, in points. */
const sheet: Sheet = { width: 612, height: 792, top: 58, bottom: 52, left: 50, right: 50 }

const missingFile = 'Not found when this pack was made'

interface FittedFlow {
  flow: Flow
  level: number
}

/** Binary search for the first level from `from` on with which the pack fits the page limit. */
function findFittingLevel(
  from: number,
  layOutWith: (limits: PrintLimits, pageOf: (anchor: string) => string) => Flow | null,
): FittedFlow {
  const tryLevel = (level: number) => {
    const limits = limitLevels[level]
    return limits ? layOutWith(limits, () => '') : null
  }
  let low = from
  let high = limitLevels.length - 1
  if (tryLevel(low)) high = low
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (tryLevel(middle)) high = middle
    else low = middle + 1
  }
  const limits = limitLevels[low]
  const first = tryLevel(low)
  if (!limits || !first) throw new Error('a defence pack does not fit its pages')
  const flow = layOutWith(limits, (anchor) => String((first.anchors.get(anchor)?.page ?? 0) + 1))
  if (!flow) throw new Error('page numbers made a defence pack longer')
  return { flow, level: low }
}

export interface PackPdfRequest {
  pack: DefencePack
  merchant: string
  /** Null if the pack has no document, or its file is missing. */
  source: SourceDocument | null
}

interface PackPdf {
  bytes: Uint8Array
  pages: number
}

/** At most 18 pages and a megabyte, whatever the order holds (product §8). */
export async function renderPackPdf({ pack, merchant, source }: PackPdfRequest): Promise<PackPdf> {
  const info = {
    title: `${pack.title}: ${pack.claim}, order ${pack.order_id}`,
    author: `${pack.generated_by}, for ${merchant}`,
    subject: pack.reason_codes,
    createdAt: new Date(pack.generated_at),
  }
  const runningHeader = (flow: Flow) => (page: number) => {
    const letters = exhibitsOn(flow, pack, page)
    const exhibits =
      letters.length > 0 ? ` · Exhibit${letters.length > 1 ? 's' : ''} ${letters.join(', ')}` : ''
    return `${pack.title} · Order ${pack.order_id}${exhibits}`
  }
  const headerFooterFor = (flow: Flow): HeaderFooter => ({
    head: { start: runningHeader(flow), end: merchant },
    foot: 'Dates MM-DD-YYYY, times EST (UTC−05:00)',
  })

  const drawWay = async (shownAs: ShownAs | null, from: number) => {
    const draft = createPdfDraft(info)
    const page = { shownAs, fileStatus: source?.fileStatus ?? missingFile }
    const { flow, level } = findFittingLevel(from, (limits, pageOf) =>
      layOut(renderPack(pack, merchant, { limits, page, pageOf }), {
        book: draft.book,
        sheet,
        size: limits.size,
        maxPages,
      }),
    )
    const frame = flow.frames.get(documentFrame)
    const picture = shownAs === 'picture' && source?.picture
    draw(draft, flow, sheet, headerFooterFor(flow), new Map(picture ? [[documentFrame, picture]] : []))
    const plain = await finishPdf(draft)
    const bytes =
      shownAs === 'page' && frame && source ? await embedFirstPage(plain, source.bytes, frame) : plain
    return { bytes, pages: flow.pages, level }
  }

  const ways = new Set(waysToShow(source))
  for (let from = 0; from < limitLevels.length;) {
    const [shownAs = null] = ways
    const { bytes, pages, level } = await drawWay(shownAs, from)
    if (bytes && bytes.length < maxPdfBytes) return { bytes, pages }
    // A page that cannot be drawn unchanged, or is too large, is drawn the next way; only then less is printed.
    if (shownAs === 'page') ways.delete(shownAs)
    else from = level + 2
  }
  throw new Error('a defence pack does not fit a megabyte')
}

/** Ways to show the document's page, best first. */
function waysToShow(source: SourceDocument | null): ShownAs[] {
  const isPdf = source?.contentType === 'application/pdf'
  return [...(isPdf ? (['page'] as const) : []), ...(source?.picture ? (['picture'] as const) : [])]
}

function exhibitsOn({ anchors }: Flow, { exhibits }: DefencePack, page: number): string[] {
  const starts = exhibits.flatMap(({ letter }) => {
    const at = anchors.get(exhibitAnchor(letter))
    return at ? [{ letter, ...at }] : []
  })
  const starting = starts.filter((start) => start.page === page)
  const isPastExhibits = (anchors.get('integrity')?.page ?? Infinity) <= page
  const before =
    starting[0]?.isTop || isPastExhibits ? undefined : starts.findLast((start) => start.page < page)
  return [...(before ? [before] : []), ...starting].map(({ letter }) => letter)
}

/** `pageOf` returns the page number of an anchor, once it is known. */
function renderPack(
  pack: DefencePack,
  merchant: string,
  { limits, page, pageOf }: { limits: PrintLimits; page: DocumentPage; pageOf: (anchor: string) => string },
): Block[] {
  const exhibits = pack.exhibits.map((exhibit) => ({
    letter: exhibit.letter,
    ...renderExhibit(exhibit, limits, page),
  }))
  const shortenedExhibits = new Set(exhibits.filter(({ isCut }) => isCut).map(({ letter }) => letter))
  return [
    ...coverLetter(pack, merchant, { limits, page }),
    ...contents(pack, shortenedExhibits, pageOf),
    ...caseFacts(pack, limits),
    ...exhibits.flatMap(({ blocks }) => blocks),
    ...integrity(pack, shortenedExhibits),
  ]
}
