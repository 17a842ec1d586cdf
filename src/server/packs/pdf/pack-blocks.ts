import type { DefencePack } from '#contract/packs.ts'
import type { Block } from '#server/platform/pdf/flow-types.ts'
import { caseFacts, contents, coverLetter, integrity } from './cover.ts'
import { renderExhibit, type DocumentPage } from './exhibit-blocks.ts'
import type { PrintLimits } from './limits.ts'

/** A pack as blocks of a document. `pageOf` answers the page number of an anchor, once it is known. */
export function renderPack(
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
    ...coverLetter(pack, merchant, limits),
    ...contents(pack, shortenedExhibits, pageOf),
    ...caseFacts(pack, limits),
    ...exhibits.flatMap(({ blocks }) => blocks),
    ...integrity(pack, shortenedExhibits),
  ]
}
