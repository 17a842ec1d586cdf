import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import sharp, { type Sharp } from 'sharp'
import type { Picture } from './draw.ts'

let library: Promise<PDFiumLibrary> | undefined

/** Opens a PDF for reading; null where it is damaged or needs a password. */
export async function openPdf(bytes: Uint8Array): Promise<PDFiumDocument | null> {
  library ??= PDFiumLibrary.init()
  const pdfium = await library
  return pdfium.loadDocument(bytes).catch(() => null)
}

/** Pixels across a page: print at about 200 dots an inch; a page of another shape has no more of them. */
const pageWidth = 1600
const pagePixels = pageWidth * pageWidth * 2

/** So that a page has the width, and neither a sliver nor a banner becomes larger than a page. */
function scaleOf({
  originalWidth: width,
  originalHeight: height,
}: {
  originalWidth: number
  originalHeight: number
}) {
  return Math.min(pageWidth / width, Math.sqrt(pagePixels / (width * height)), (pageWidth * 4) / height)
}

async function rawPage(bytes: Buffer): Promise<Sharp | null> {
  const document = await openPdf(bytes)
  if (!document) return null
  try {
    document.initializeFormFields()
    const page = document.getPage(0)
    const scale = scaleOf(page.getOriginalSize())
    const { data, width, height } = await page.render({
      scale,
      render: 'bitmap',
      colorSpace: 'Gray',
      renderFormFields: true,
    })
    return sharp(data, { raw: { width, height, channels: 1 } })
  } catch {
    return null
  } finally {
    document.destroy()
  }
}

/** From the sharpest to the smallest; line art is smallest as PNG of few greys. */
const encodings = [
  { width: pageWidth, encode: (image: Sharp) => image.png({ palette: true, colours: 16 }) },
  { width: pageWidth, encode: (image: Sharp) => image.jpeg({ quality: 70 }) },
  { width: 1200, encode: (image: Sharp) => image.jpeg({ quality: 60 }) },
  { width: 900, encode: (image: Sharp) => image.jpeg({ quality: 45 }) },
  { width: 600, encode: (image: Sharp) => image.jpeg({ quality: 35 }) },
] as const

/**
 * The first page of a PDF, or an image, in grey and at most `maxBytes` large. null where it cannot be read, or not made
 * so small.
 */
export async function greyPicture(
  bytes: Buffer,
  contentType: string,
  maxBytes: number,
): Promise<Picture | null> {
  const image = contentType === 'application/pdf' ? await rawPage(bytes) : sharp(bytes).autoOrient()
  if (!image) return null
  try {
    const grey = await image
      .flatten({ background: '#fff' })
      .greyscale()
      .png({ compressionLevel: 1 })
      .toBuffer()
    for (const { width, encode } of encodings) {
      const resized = sharp(grey).resize({
        width,
        height: width * 2,
        fit: 'inside',
        withoutEnlargement: true,
      })
      const { data, info } = await encode(resized).toBuffer({ resolveWithObject: true })
      if (data.length <= maxBytes) return { bytes: data, width: info.width, height: info.height }
    }
    return null
  } catch {
    return null
  }
}
