import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import type { DefencePack, PackBlock } from '#contract/packs.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { draw, type Furniture, type Picture } from '#server/platform/pdf/draw.ts'
import { layOut } from '#server/platform/pdf/flow.ts'
import type { Flow, Sheet } from '#server/platform/pdf/flow-types.ts'
import { bytesOf, createPaper, type Paper } from '#server/platform/pdf/paper.ts'
import { embedFirstPage, greyPicture } from '#server/platform/pdf/pictures.ts'
import { documentFrame, exhibitAnchor, type ShownPage } from './exhibit-blocks.ts'
import { levels, maxPages, type Limits } from './limits.ts'
import { printed } from './pack-blocks.ts'

/** Card networks take no larger file (product §8). */
const maxBytes = 1_000_000
/** So much of it is left to the approved document's page. */
const pictureBytes = 400_000

/** US Letter, in points. */
const sheet: Sheet = { width: 612, height: 792, top: 58, bottom: 52, left: 50, right: 50 }

type DocumentBlock = Extract<PackBlock, { kind: 'document' }>

interface Source {
  bytes: Buffer
  contentType: string
  picture: Picture | null
  shown: ShownPage
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** The stored file of the pack's document block, if it has one and the store has the file. */
async function sourceOf(pack: DefencePack, files: FileStore): Promise<Source | null> {
  const block = pack.exhibits
    .flatMap(({ blocks }) => blocks)
    .find((it): it is DocumentBlock => it.kind === 'document')
  if (!block || (await files.size(block.file1)) === null) return null
  const bytes = await buffer(files.read(block.file1))
  const picture = await greyPicture(bytes, block.content_type, pictureBytes)
  const isSame = sha256(bytes) === block.sha256
  return {
    bytes,
    contentType: block.content_type,
    picture,
    shown: {
      isShown: picture !== null,
      fileWords: isSame
        ? 'Read when this pack was made; its SHA-256 is the same'
        : 'Read when this pack was made; its SHA-256 is NOT the same',
    },
  }
}

const notThere: ShownPage = { isShown: false, fileWords: 'Not found when this pack was made' }

interface Fitted {
  flow: Flow
  level: number
}

/** The first level from `from` on with which a pack fits its pages; there are no two ways to be shorter. */
async function fit(
  from: number,
  layAt: (limits: Limits, pageOf: (anchor: string) => string) => Flow | null,
): Promise<Fitted> {
  const tried = async (level: number) => {
    // Other calls are answered between two tries.
    await setImmediate()
    const limits = levels[level]
    return limits ? layAt(limits, () => '') : null
  }
  let low = from
  let high = levels.length - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (await tried(middle)) high = middle
    else low = middle + 1
  }
  const limits = levels[low]
  const first = await tried(low)
  if (!limits || !first) throw new Error('a defence pack does not fit its pages')
  const flow = layAt(limits, (anchor) => String((first.anchors.get(anchor)?.page ?? 0) + 1))
  if (!flow) throw new Error('page numbers made a defence pack longer')
  return { flow, level: low }
}

export interface PackPdf {
  bytes: Buffer
  sha256: string
  pages: number
}

/** Draws a pack: at most 20 pages and a megabyte, whatever the order holds (product §8). */
export async function packPdf(pack: DefencePack, merchant: string, files: FileStore): Promise<PackPdf> {
  const source = await sourceOf(pack, files)
  const page = source?.shown ?? notThere
  const open = (): Paper =>
    createPaper({
      title: `${pack.title}: ${pack.claim}, order ${pack.order_id}`,
      author: `${pack.generated_by}, for ${merchant}`,
      subject: pack.reason_codes,
      createdAt: new Date(pack.generated_at),
    })
  const running = (flow: Flow) => (page: number) => {
    const letters = exhibitsOn(flow, pack, page)
    const exhibits =
      letters.length > 0 ? ` · Exhibit${letters.length > 1 ? 's' : ''} ${letters.join(', ')}` : ''
    return `${pack.title} · Order ${pack.order_id}${exhibits}`
  }
  const furnitureOf = (flow: Flow): Furniture => ({
    head: { start: running(flow), end: merchant },
    foot: 'Dates MM-DD-YYYY, times EST (UTC−05:00)',
  })

  for (let from = 0; from < levels.length;) {
    const paper = open()
    const { flow, level } = await fit(from, (limits, pageOf) =>
      layOut(printed(pack, merchant, { limits, page, pageOf }), {
        book: paper.book,
        sheet,
        size: limits.size,
        maxPages,
      }),
    )
    for (const bytes of drawings(paper, open, flow, furnitureOf(flow), source)) {
      const done = await bytes()
      if (done && done.length < maxBytes) return { bytes: done, sha256: sha256(done), pages: flow.pages }
    }
    from = level + 2
  }
  throw new Error('a defence pack does not fit a megabyte')
}

/** The exhibits of a page: the one that goes on there, and those that begin there. */
function exhibitsOn({ anchors }: Flow, { exhibits }: DefencePack, page: number): string[] {
  const starts = exhibits.flatMap(({ letter }) => {
    const at = anchors.get(exhibitAnchor(letter))
    return at ? [{ letter, ...at }] : []
  })
  const begun = starts.filter((start) => start.page === page)
  const isOver = (anchors.get('integrity')?.page ?? Infinity) <= page
  const before = begun[0]?.isTop || isOver ? undefined : starts.findLast((start) => start.page < page)
  return [...(before ? [before] : []), ...begun].map(({ letter }) => letter)
}

/** The ways to draw a flow, the best first: the document's own page, then a picture of it. */
function drawings(
  paper: Paper,
  open: () => Paper,
  flow: Flow,
  furniture: Furniture,
  source: Source | null,
): (() => Promise<Buffer | null>)[] {
  const frame = flow.frames.get(documentFrame)
  const plain = async (on: Paper, picture: Picture | null) => {
    draw(on, flow, sheet, furniture, new Map(picture ? [[documentFrame, picture]] : []))
    return bytesOf(on)
  }
  if (!frame || !source) return [() => plain(paper, null)]
  const picture = () => plain(open(), source.picture)
  if (source.contentType !== 'application/pdf') return [picture]
  return [async () => embedFirstPage(await plain(paper, null), source.bytes, frame), picture]
}
