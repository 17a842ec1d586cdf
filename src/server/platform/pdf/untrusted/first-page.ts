import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import sharp, { type Sharp, type SharpOptions } from 'sharp'

/** Pixels across a page for print: about 200 dots an inch. */
export const printWidth = 1600

/** A photograph of a good telephone; what says that it is larger is not decoded. */
const imageLimits: SharpOptions = { limitInputPixels: 50_000_000, sequentialRead: true }
/** For libvips, which works outside of the thread and ends with it only so. */
const timeoutSeconds = 30

sharp.concurrency(1)
sharp.cache(false)

/** Opens a picture's bytes, or pixels, within the limits. */
export const openImage = (bytes: Uint8Array, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { ...imageLimits, ...options }).timeout({ seconds: timeoutSeconds })

/** Reads a PDF with a PDFium of its own, so that no file meets what another left; null where it cannot be read. */
export async function readPdf<T>(
  bytes: Uint8Array,
  read: (document: PDFiumDocument) => Promise<T> | T,
): Promise<T | null> {
  const library = await PDFiumLibrary.init()
  try {
    return await read(await library.loadDocument(bytes))
  } catch {
    return null
  }
}

/** So that a page has the width, and neither a sliver nor a banner has more pixels than a page. */
function pageScale(
  { originalWidth, originalHeight }: { originalWidth: number; originalHeight: number },
  width: number,
) {
  const pixels = width * width * 2
  return Math.min(
    width / originalWidth,
    Math.sqrt(pixels / (originalWidth * originalHeight)),
    (width * 4) / originalHeight,
  )
}

const channels = { Gray: 1, BGRA: 4 } as const

interface RenderOptions {
  /** Pixels across; a page of another shape has no more of them than a page of this width. */
  width?: number
  colours?: keyof typeof channels
}

/** The first page of a PDF as pixels, or an uploaded picture the right way up; null for a PDF that cannot be read. */
export async function renderFirstPage(
  bytes: Uint8Array,
  contentType: string,
  { width = printWidth, colours = 'BGRA' }: RenderOptions = {},
): Promise<Sharp | null> {
  if (contentType !== 'application/pdf') return openImage(bytes).autoOrient()
  const page = await readPdf(bytes, (document) => {
    document.initializeFormFields()
    const first = document.getPage(0)
    return first.render({
      scale: pageScale(first.getOriginalSize(), width),
      render: 'bitmap',
      colorSpace: colours,
      renderFormFields: true,
    })
  })
  if (!page) return null
  const raw = { width: page.width, height: page.height, channels: channels[colours] }
  return openImage(page.data, { raw })
}
