import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxUploadBytes } from '#contract/documents.ts'
import { openDocument } from '#server/platform/files/open-document.ts'
import type { Figures } from '../figures.ts'
import { drawBy, readers, shapeOf, type Size } from './readers.ts'

const anySize: Size = { width: 200, height: 280 }

/** How many of the readers of other makers draw the first page. */
async function countOpening(path: string): Promise<number> {
  if (!(await shapeOf(path))) return 0
  const drawn = await Promise.all(readers.map((reader) => drawBy(reader, path, anySize)))
  return drawn.filter((found) => found !== null).length
}

/** The least share of the files that every reader opens which has to be accepted. */
const minAccepted = 0.995

/** Opens each PDF of a folder as every way in does, and counts what other readers say of it. */
export async function openFiles(folder: string, only = ''): Promise<Figures & { violations: string[] }> {
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /\.pdf$/i.test(name) && name.includes(only)).toSorted()
  const counts = { everywhere: 0, accepted: 0, unchecked: 0, nowhere: 0, refused: 0 }
  const violations: string[] = []
  for (const name of files) {
    const path = join(folder, name)
    const bytes = await readFile(path)
    if (bytes.length > maxUploadBytes) continue
    const [opened, opening] = [await openDocument(bytes), await countOpening(path)]
    const isAccepted = 'kind' in opened
    if (opening === readers.length) {
      counts.everywhere += 1
      // Of a form for Acrobat the others show no more than a notice.
      if (isAccepted || opened.fault === 'acrobatOnly') counts.accepted += 1
      else console.log(`· ${name}: refused, ${opened.message}`)
      if (isAccepted && opened.unchecked) counts.unchecked += 1
    } else if (opening === 0) {
      counts.nowhere += 1
      if (!isAccepted) counts.refused += 1
      // What PDFium draws, browsers show.
      else if (!opened.unchecked) console.log(`· ${name}: accepted, for PDFium draws it`)
      else violations.push(`${name} is accepted and opens nowhere`)
    }
  }
  const share = counts.accepted / Math.max(1, counts.everywhere)
  if (share < minAccepted) violations.push(`only ${(share * 100).toFixed(2)} % are accepted`)
  const found = `of ${counts.everywhere} that poppler and MuPDF open ${(share * 100).toFixed(1)} % accepted, ${counts.unchecked} with a mark; of ${counts.nowhere} that neither opens ${counts.refused} refused`
  return { tried: `${files.length} PDFs`, found, violations }
}
