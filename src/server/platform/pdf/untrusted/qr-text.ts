import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import { renderFirstPage, printWidth } from './first-page.ts'

const { resolve } = createRequire(import.meta.url)
// From the package, because by default the library downloads it from a CDN.
prepareZXingModule({
  overrides: {
    wasmBinary: new Uint8Array(readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))).buffer,
  },
})

/** Twice the area that it covers. */
function area({ position: { topLeft, topRight, bottomRight, bottomLeft } }: ReadResult): number {
  const corners = [topLeft, topRight, bottomRight, bottomLeft]
  const sum = corners.reduce((total, { x, y }, index) => {
    const next = corners[(index + 1) % corners.length] ?? topLeft
    return total + x * next.y - next.x * y
  }, 0)
  return Math.abs(sum)
}

/** A code whose text can be encoded again and stored: valid, complete, without NUL. */
const isText = ({ isValid, contentType, text, sequenceSize }: ReadResult) =>
  isValid && contentType === 'Text' && sequenceSize < 2 && text.trim() !== '' && !text.includes('\0')

async function readCodes(bytes: Uint8Array, contentType: string, width: number): Promise<ReadResult[]> {
  const page = await renderFirstPage(bytes, contentType, { width })
  if (!page) return []
  const isPicture = contentType !== 'application/pdf'
  const { data, info } = await page
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    // Small codes in small pictures are read when they are drawn larger.
    .resize({ width, height: width * 2, fit: 'inside', withoutEnlargement: !isPicture })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const found = await readBarcodes(
    { data: new Uint8ClampedArray(data), width: info.width, height: info.height, colorSpace: 'srgb' },
    { formats: ['QRCode'], maxNumberOfSymbols: 8 },
  )
  return found.filter(isText)
}

/** The text of the largest QR code on the first page of a PDF, or in a picture; null where none is found. */
export async function readQrText(bytes: Uint8Array, contentType: string): Promise<string | null> {
  for (const width of [printWidth, printWidth * 2]) {
    const [largest] = await readCodes(bytes, contentType, width)
      .then((found) => found.toSorted((a, b) => area(b) - area(a)))
      .catch(() => [])
    if (largest) return largest.text
  }
  return null
}
