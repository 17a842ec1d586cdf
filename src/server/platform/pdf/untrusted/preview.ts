import type { Sharp } from 'sharp'
import { renderFirstPage, openImage } from './first-page.ts'

/** Pixels: a screen's, not a printer's; a long receipt is no taller than two pages. */
export const previewWidth = 900
const maxSize = { width: previewWidth, height: 1800, fit: 'inside', withoutEnlargement: true } as const
const qualities = [80, 65, 50, 35, 20]
/** Takes less than half the time of the usual 4. */
const effort = 2

/** Pixels as WebP of at most `maxBytes` where a lower quality makes it so small; null where they cannot be read. */
export async function encodePreview(page: Sharp, maxBytes: number): Promise<Uint8Array | null> {
  try {
    const { data, info } = await page
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .resize(maxSize)
      .raw()
      .toBuffer({ resolveWithObject: true })
    let smallest: Buffer | null = null
    for (const quality of qualities) {
      smallest = await openImage(data, { raw: info }).webp({ quality, effort }).toBuffer()
      if (smallest.length <= maxBytes) break
    }
    return smallest
  } catch {
    return null
  }
}

/** The first page of a PDF, or a picture, as `encodePreview` encodes it. null where it cannot be read. */
export async function renderPreview(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const page = await renderFirstPage(bytes, contentType)
  return page && encodePreview(page, maxBytes)
}
