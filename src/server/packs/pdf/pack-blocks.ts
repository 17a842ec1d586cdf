import type { DefencePack } from '#contract/packs.ts'
import type { Block } from '#server/platform/pdf/flow-types.ts'
import { caseFacts, contents, coverLetter, integrity } from './cover.ts'
import { printedExhibit, type ShownPage } from './exhibit-blocks.ts'
import type { Limits } from './limits.ts'

/** A pack as blocks of a document. `pageOf` answers the page number of an anchor, once it is known. */
export function printed(
  pack: DefencePack,
  merchant: string,
  { limits, page, pageOf }: { limits: Limits; page: ShownPage; pageOf: (anchor: string) => string },
): Block[] {
  const exhibits = pack.exhibits.map((exhibit) => ({
    letter: exhibit.letter,
    ...printedExhibit(exhibit, limits, page),
  }))
  const cut = new Set(exhibits.filter(({ isCut }) => isCut).map(({ letter }) => letter))
  return [
    ...coverLetter(pack, merchant),
    ...contents(pack, cut, pageOf),
    ...caseFacts(pack, limits),
    ...exhibits.flatMap(({ blocks }) => blocks),
    ...integrity(pack, cut),
  ]
}
