import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

async function loadWriter() {
  const { prepareZXingModule, writeBarcode } = await import('zxing-wasm/writer')
  const { resolve } = createRequire(import.meta.url)
  // From the package, because by default the library downloads it from a CDN.
  const wasm = await readFile(resolve('zxing-wasm/writer/zxing_writer.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  return writeBarcode
}
let writer: ReturnType<typeof loadWriter> | undefined

export interface QrCode {
  /** Modules along a side, without the required quiet zone of four. */
  size: number
  /** The dark modules as an SVG path, one unit each. */
  path: string
}

function svgPath(modules: ArrayLike<number>, size: number): string {
  let path = ''
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const start = x
      while (x < size && modules[y * size + x] === 0) x += 1
      if (x > start) path += `M${start} ${y}h${x - start}v1h-${x - start}z`
    }
  }
  return path
}

async function encodeQrCode(text: string): Promise<QrCode | null> {
  const writeBarcode = await (writer ??= loadWriter())
  const { error, symbol } = await writeBarcode(text, {
    format: 'QRCode',
    options: 'ecLevel=M',
    addQuietZones: false,
    scale: 1,
  })
  return error === '' ? { size: symbol.width, path: svgPath(symbol.data, symbol.width) } : null
}

const maxCachedCodes = 500
const cache = new Map<string, Promise<QrCode | null>>()

/** A QR code of this text with error correction M; null where the text is too long for one. */
export function qrCode(text: string): Promise<QrCode | null> {
  const code = cache.get(text) ?? encodeQrCode(text)
  cache.delete(text)
  cache.set(text, code)
  code.catch(() => cache.delete(text))
  const [oldest] = cache.keys()
  if (cache.size > maxCachedCodes && oldest !== undefined) cache.delete(oldest)
  return code
}
