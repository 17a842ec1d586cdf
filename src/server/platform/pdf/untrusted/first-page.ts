import { PDFiumLibrary, type PDFiumDocument } from '@hyzyla/pdfium'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { wasmProgram } from './wasm-program.ts'

/** Pixels across a page for print: about 200 dots an inch. */
export const printWidth = 1600

/** Larger images than any camera's are not decoded. Of a damaged image viewers show what they can, but not of a cut one. */
const imageLimits: SharpOptions = { limitInputPixels: 250_000_000, sequentialRead: true, failOn: 'truncated' }
const timeoutSeconds = 30

sharp.concurrency(1)
sharp.cache(false)

export const openImage = (bytes: Uint8Array, options: SharpOptions = {}): Sharp =>
  sharp(bytes, { ...imageLimits, ...options }).timeout({ seconds: timeoutSeconds })

const instantiateWasm = wasmProgram('@hyzyla/pdfium/pdfium.wasm')

/** Opens a PDF with a separate PDFium instance, so that files cannot affect each other. Rejects in PDFium's words. */
export async function openPdf(bytes: Uint8Array): Promise<PDFiumDocument> {
  const library = await PDFiumLibrary.init({ instantiateWasm })
  return library.loadDocument(bytes)
}

/** Null where the PDF cannot be read. */
export async function readPdf<T>(
  bytes: Uint8Array,
  read: (document: PDFiumDocument) => Promise<T> | T,
): Promise<T | null> {
  try {
    return await read(await openPdf(bytes))
  } catch {
    return null
  }
}

/** The scale for this width, limited so that very long or wide pages have no more pixels than a normal one. */
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
  /** Pixels across; a page of another shape has no more pixels than a page of this width. */
  width?: number
  colours?: keyof typeof channels
}

export interface Bitmap {
  data: Uint8Array
  width: number
  height: number
}

export function drawFirstPage(
  document: PDFiumDocument,
  { width = printWidth, colours = 'BGRA' }: RenderOptions = {},
): Promise<Bitmap> {
  document.initializeFormFields()
  const first = document.getPage(0)
  const size = first.getOriginalSize()
  const scale = pageScale(size, width)
  return first.render({
    width: Math.max(1, Math.round(size.originalWidth * scale)),
    height: Math.max(1, Math.round(size.originalHeight * scale)),
    render: 'bitmap',
    colorSpace: colours,
    renderFormFields: true,
  })
}

export const openBitmap = ({ data, width, height }: Bitmap, colours: keyof typeof channels = 'BGRA'): Sharp =>
  openImage(data, { raw: { width, height, channels: channels[colours] } })

/** An uploaded picture, rotated upright. */
export const openPicture = (bytes: Uint8Array): Sharp => openImage(bytes).autoOrient()

/** The first page of a PDF as pixels, or an uploaded picture, upright; null for an unreadable PDF. */
export async function renderFirstPage(
  bytes: Uint8Array,
  contentType: string,
  options: RenderOptions = {},
): Promise<Sharp | null> {
  if (contentType !== 'application/pdf') return openPicture(bytes)
  const page = await readPdf(bytes, (document) => drawFirstPage(document, options))
  return page && openBitmap(page, options.colours)
}
