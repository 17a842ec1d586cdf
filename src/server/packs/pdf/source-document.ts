import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { DefencePack, PackBlock } from '#contract/packs.ts'
import type { ReadableFile } from '#server/platform/files/sealed-files.ts'
import type { Picture } from '#server/platform/pdf/draw.ts'
import { renderGreyPicture } from '#server/platform/pdf/pictures.ts'

/** Bytes of the picture in a pack's PDF. */
const maxPictureBytes = 400_000

type DocumentBlock = Extract<PackBlock, { kind: 'document' }>

/** Opens a document's file by its `file1`; null if there is none. */
export type OpenDocument = (file1: string) => Promise<ReadableFile | null>

export interface SourceDocument {
  bytes: Uint8Array
  contentType: string
  /** Null where the page cannot be drawn. */
  picture: Picture | null
  fileStatus: string
}

/** The stored file of the pack's document block; null without the block or the file. */
export async function loadSourceDocument(
  pack: DefencePack,
  openDocument: OpenDocument,
): Promise<SourceDocument | null> {
  const block = pack.exhibits
    .flatMap(({ blocks }) => blocks)
    .find((it): it is DocumentBlock => it.kind === 'document')
  const file = block && (await openDocument(block.file1))
  if (!file) return null
  const bytes = await buffer(file.read())
  const picture = await renderGreyPicture(bytes, block.content_type, maxPictureBytes)
  const isSame = createHash('sha256').update(bytes).digest('hex') === block.sha256
  return {
    bytes,
    contentType: block.content_type,
    picture,
    fileStatus: isSame
      ? 'Read when this pack was made; its SHA-256 is the same'
      : 'Read when this pack was made; its SHA-256 is NOT the same',
  }
}
