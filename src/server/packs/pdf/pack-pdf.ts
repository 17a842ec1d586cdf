import type { DefencePack } from '#contract/packs.ts'
import { inPackThread } from '../in-pack-thread.ts'
import { loadSourceDocument, type OpenDocument } from './source-document.ts'

/** Draws a pack: at most 20 pages and a megabyte, whatever the order holds (product §8). */
export async function drawPackPdf(
  pack: DefencePack,
  merchant: string,
  openDocument: OpenDocument,
): Promise<{ bytes: Buffer; pages: number }> {
  const source = await loadSourceDocument(pack, openDocument)
  const { bytes, pages } = await inPackThread('drawPack', { pack, merchant, source })
  return { bytes: Buffer.from(bytes), pages }
}
