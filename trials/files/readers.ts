import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { installPackages } from '../../test/support/debian.ts'

const run = promisify(execFile)

/** Readers of other makers than the product's PDFium: each draws the first page of a file as PNG; no path has a blank. */
const commands = {
  poppler: (file: string, picture: string, { width, height }: Size) =>
    `pdftoppm -f 1 -l 1 -cropbox -singlefile -png -scale-to-x ${width} -scale-to-y ${height} ${file} ${picture.replace(/\.png$/, '')}`,
  mupdf: (file: string, picture: string, { width, height }: Size) =>
    `mutool draw -q -F png -c rgb -w ${width} -h ${height} -o ${picture} ${file} 1`,
} as const
export type Reader = keyof typeof commands
export const readers = Object.keys(commands) as Reader[]

export const installReaders = () =>
  installPackages({
    'poppler-utils': { program: '/usr/bin/pdftoppm', services: [] },
    'mupdf-tools': { program: '/usr/bin/mutool', services: [] },
  })

export interface Size {
  width: number
  height: number
}

/** The visible size of a file's first page in points; null where poppler cannot open it. */
export async function shapeOf(file: string): Promise<Size | null> {
  const { stdout } = await run('pdfinfo', ['-f', '1', '-l', '1', file]).catch(() => ({ stdout: '' }))
  const [, width, height] = /^Page +1 size: +([\d.]+) x ([\d.]+)/m.exec(stdout) ?? []
  const isTurned = /^Page +1 rot: +(90|270)/m.test(stdout)
  if (!Number(width) || !Number(height)) return null
  const size = { width: Number(width), height: Number(height) }
  return isTurned ? { width: size.height, height: size.width } : size
}

interface Drawn {
  pixels: Buffer
  /** What the reader said about the file. */
  complaints: string
}

/** The first page of a file in grey pixels; null where the reader cannot draw it. */
export async function drawBy(reader: Reader, file: string, size: Size): Promise<Drawn | null> {
  const picture = `${file}.${reader}.png`
  const [program = '', ...args] = commands[reader](file, picture, size).split(' ')
  try {
    const { stderr } = await run(program, args, { timeout: 60_000, maxBuffer: 1 << 26 })
    return { pixels: await toPixels(await readFile(picture), size), complaints: stderr.trim() }
  } catch {
    return null
  } finally {
    await rm(picture, { force: true })
  }
}

/** A picture in grey pixels of this size. */
export const toPixels = (bytes: Uint8Array, { width, height }: Size): Promise<Buffer> =>
  sharp(bytes)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer()

/** Columns of the small pictures in which the drawings of two readers are compared. */
const coarseWidth = 120
/** Greys by which a small pixel may differ: readers smooth letters and lines in their own ways. */
const maxDifference = 50

/** The share of a page, from 0 to 1, in which two drawings differ beyond their smoothing. */
export async function shareOfDifference(one: Buffer, other: Buffer, size: Size): Promise<number> {
  const height = Math.max(1, Math.round((size.height * coarseWidth) / size.width))
  const coarse = (pixels: Buffer) =>
    sharp(pixels, { raw: { ...size, channels: 1 } })
      .resize({ width: coarseWidth, height, fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer()
  const [first, second] = [await coarse(one), await coarse(other)]
  return first.filter((grey, at) => Math.abs(grey - (second[at] ?? 0)) > maxDifference).length / first.length
}
