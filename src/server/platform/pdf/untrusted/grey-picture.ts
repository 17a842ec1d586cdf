import type { Sharp } from 'sharp'
import { renderFirstPage, openImage, printWidth } from './first-page.ts'
import { lacksLetters } from './source-page.ts'

interface GreyPicture {
  bytes: Uint8Array
  width: number
  height: number
}

/** From the sharpest to the smallest; line art is smallest as PNG with few greys. */
const encodings = [
  { width: printWidth, encode: (image: Sharp) => image.png({ palette: true, colours: 16 }) },
  { width: printWidth, encode: (image: Sharp) => image.jpeg({ quality: 70 }) },
  { width: 1200, encode: (image: Sharp) => image.jpeg({ quality: 60 }) },
  { width: 900, encode: (image: Sharp) => image.jpeg({ quality: 45 }) },
  { width: 600, encode: (image: Sharp) => image.jpeg({ quality: 35 }) },
] as const

const sizeOf = (width: number) =>
  ({ width, height: width * 2, fit: 'inside', withoutEnlargement: true }) as const

/**
 * The first page of a PDF, or a picture, in grey and at most `maxBytes` large. Null where it cannot be read, drawn with
 * its letters or made so small.
 */
export async function renderGreyPicture(
  bytes: Uint8Array,
  contentType: string,
  maxBytes: number,
): Promise<GreyPicture | null> {
  if (contentType === 'application/pdf' && (await lacksLetters(bytes))) return null
  const page = await renderFirstPage(bytes, contentType, { colours: 'Gray' })
  if (!page) return null
  try {
    // In the first step, so that a large photograph is read reduced.
    const grey = await page
      .resize(sizeOf(printWidth))
      .flatten({ background: '#fff' })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toBuffer()
    for (const { width, encode } of encodings) {
      const resized = openImage(grey).resize(sizeOf(width))
      const { data, info } = await encode(resized).toBuffer({ resolveWithObject: true })
      if (data.length <= maxBytes) return { bytes: data, width: info.width, height: info.height }
    }
    return null
  } catch {
    return null
  }
}
