import { prepareZXingModule, purgeZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import { openPicture, printWidth, type Bitmap } from './first-page.ts'
import { wasmProgram } from './wasm-program.ts'

// From the package, because by default the library downloads it from a CDN.
const instantiateWasm = wasmProgram('zxing-wasm/reader/zxing_reader.wasm')

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

const largestText = (found: readonly ReadResult[]): string | null =>
  found.filter(isText).toSorted((a, b) => area(b) - area(a))[0]?.text ?? null

/** The plainest format that ZXing reads itself: a fourth of the bytes of four channels. */
const toPgm = ({ data, width, height }: Bitmap) =>
  Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), data])

/** The text of the largest QR code in grey pixels, read by a new instance; null without a code. */
export async function findQrText(grey: Bitmap): Promise<string | null> {
  purgeZXingModule()
  prepareZXingModule({ overrides: { instantiateWasm } })
  const found = await readBarcodes(toPgm(grey), { formats: ['QRCode'], maxNumberOfSymbols: 8 }).catch(
    () => [],
  )
  return largestText(found)
}

/** Pixels across the page; the second width finds codes that are too small for the first. */
export const readingWidths = [printWidth, printWidth * 2] as const

/** The text of the largest QR code in a picture; null without a code. Small codes are read after enlargement. */
export async function readQrOfPicture(bytes: Uint8Array): Promise<string | null> {
  for (const width of readingWidths) {
    const { data, info } = await openPicture(bytes)
      .flatten({ background: '#fff' })
      .greyscale()
      .resize({ width, height: width * 2, fit: 'inside' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const text = await findQrText({ data, width: info.width, height: info.height })
    if (text !== null) return text
  }
  return null
}
