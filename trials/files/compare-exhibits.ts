import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PDF, PdfArray, PdfNumber } from '@libpdf/core'
import { fitInto } from '#server/platform/pdf/draw.ts'
import { embedFirstPage, renderGreyPicture } from '#server/platform/pdf/pictures.ts'
import type { Figures } from '../figures.ts'
import { drawBy, readers, shapeOf, shareOfDifference, toPixels, type Reader, type Size } from './readers.ts'

/** A pack's page and the frame on it, in points, as packs/pdf draws them. */
const frame = { page: 0, x: 50, y: 150, width: 512, height: 590 }
const maxPictureBytes = 400_000

type Claim = 'unchanged' | 'picture' | 'cannot be shown'

interface Exhibit {
  claim: Claim
  /** The part of the page that shows the document, or the picture. */
  bytes: Uint8Array
}

async function makeExhibit(source: Uint8Array): Promise<Exhibit | null> {
  const document = PDF.create()
  document.addPage({ width: 612, height: 792 })
  const embedded = await embedFirstPage(await document.save(), source, frame)
  if (embedded) return { claim: 'unchanged', bytes: embedded }
  const picture = await renderGreyPicture(source, 'application/pdf', maxPictureBytes)
  return picture && { claim: 'picture', bytes: picture.bytes }
}

/** The frame's part that a page of this shape fills, as a PDF of its own. */
async function cutOut(bytes: Uint8Array, shape: Size): Promise<Uint8Array> {
  const document = await PDF.load(bytes)
  const page = document.getPage(0)
  const { x, y, width, height } = fitInto(frame, shape)
  const bottom = 792 - y - height
  const box = PdfArray.of(...[x, bottom, x + width, bottom + height].map((edge) => PdfNumber.of(edge)))
  page?.dict.set('MediaBox', box)
  page?.dict.set('CropBox', box)
  return document.save()
}

interface Compared {
  file: string
  claim: Claim
  /** By reader: the share of the page in which the exhibit differs from the source as that reader draws it. */
  differences: Partial<Record<Reader, number>>
  complaints: string[]
}

const pixelsAcross = 600

/** The exhibit of a PDF beside its source, both drawn by each reader. */
async function compareOne(file: string, folder: string): Promise<Compared | null> {
  const source = await readFile(file)
  const exhibit = await makeExhibit(source)
  const compared: Compared = {
    file: basename(file),
    claim: exhibit?.claim ?? 'cannot be shown',
    differences: {},
    complaints: [],
  }
  const shape = await shapeOf(file)
  if (!shape) return null
  if (!exhibit) return compared
  const size = {
    width: pixelsAcross,
    height: Math.max(1, Math.round((pixelsAcross * shape.height) / shape.width)),
  }
  const [one, other] = [join(folder, 'source.pdf'), join(folder, 'exhibit.pdf')]
  await writeFile(one, source)
  if (exhibit.claim === 'unchanged') await writeFile(other, await cutOut(exhibit.bytes, shape))
  for (const reader of readers) {
    const original = await drawBy(reader, one, size)
    if (!original) continue
    const drawn =
      exhibit.claim === 'unchanged'
        ? await drawBy(reader, other, size)
        : { pixels: await toPixels(exhibit.bytes, size), complaints: '' }
    compared.differences[reader] = drawn ? await shareOfDifference(original.pixels, drawn.pixels, size) : 1
    if (drawn?.complaints && !original.complaints) compared.complaints.push(`${reader}: ${drawn.complaints}`)
  }
  return compared
}

/** Above this share of a page something other than its smoothing differs. */
const maxShare = 0.005

/** Makes the exhibit of each PDF in a folder, and compares it with the file as two other readers draw it. */
export async function compareExhibits(
  folder: string,
  only = '',
): Promise<Figures & { violations: string[] }> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /\.pdf$/i.test(name) && name.includes(only)).toSorted()
  const work = await mkdtemp(join(tmpdir(), 'pabean-exhibits-'))
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const violations: string[] = []
  try {
    for (const name of files) {
      const compared = await compareOne(join(folder, name), work)
      if (!compared) {
        count('opened by no other reader')
        continue
      }
      count(compared.claim)
      const different = Object.entries(compared.differences).filter(([, share]) => share > maxShare)
      const isDifferent =
        different.length > 0 && different.length === Object.keys(compared.differences).length
      if (different.length > 0) {
        const text = different.map(([reader, share]) => `${reader} ${(share * 100).toFixed(1)} %`).join(', ')
        console.log(`${isDifferent ? '✗' : '·'} ${name}: ${compared.claim}, differs by ${text}`)
      }
      if (isDifferent) violations.push(`${name} is shown as ${compared.claim} and differs`)
      for (const complaint of compared.complaints) console.log(`  ${name}: ${complaint}`)
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  const found = [...counts].map(([what, number]) => `${number} ${what}`).join(', ')
  return { tried: `${files.length} PDFs`, found: `${found}; ${violations.length} differ`, violations }
}
