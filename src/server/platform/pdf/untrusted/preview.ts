import type { Sharp } from 'sharp'
import { openImage } from './first-page.ts'

/** Pixels for a screen; a long receipt is at most two pages high. */
export const previewWidth = 900
const maxSize = { width: previewWidth, height: 1800, fit: 'inside', withoutEnlargement: true } as const
const qualities = [80, 65, 50, 35, 20]
/** Takes less than half the time of the default 4. */
const effort = 2

/** Rejects in the words of the image library. */
export async function encodePreview(page: Sharp, maxBytes: number): Promise<Uint8Array> {
  const { data, info } = await page
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .resize(maxSize)
    .raw()
    .toBuffer({ resolveWithObject: true })
  let smallest = Buffer.of()
  for (const quality of qualities) {
    smallest = await openImage(data, { raw: info }).webp({ quality, effort }).toBuffer()
    if (smallest.length <= maxBytes) break
  }
  return smallest
}
