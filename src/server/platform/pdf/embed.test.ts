import { PDF } from '@libpdf/core'
import { expect, test } from 'vitest'
import { exhibitDocuments } from '../../../../test/support/exhibit-documents.ts'
import { structureFaults } from '../../../../test/support/pdf-structure.ts'
import { embedFirstPage } from './embed.ts'
import { renderGreyPicture } from './untrusted/grey-picture.ts'
import { readPdf } from './untrusted/first-page.ts'
import { areAlike } from './untrusted/same-picture.ts'

const frame = { page: 1, x: 50, y: 150, width: 500, height: 590 }

async function letterPages(): Promise<Uint8Array> {
  const document = PDF.create()
  for (let page = 0; page < 3; page++)
    document.addPage({ width: 612, height: 792 }).drawRectangle({ x: 50, y: 700, width: 9, height: 9 })
  return document.save()
}

test.each(Object.entries(exhibitDocuments))('%s is shown as all readers draw it', async (_, source) => {
  const bytes = await embedFirstPage(await letterPages(), source.bytes, frame)
  expect(bytes === null).toBe(source.shownAs !== 'page')
  const picture = await renderGreyPicture(source.bytes, 'application/pdf', 400_000)
  expect(picture === null).toBe(source.shownAs === 'nothing')
  if (!bytes) return
  expect(await structureFaults(bytes)).toEqual([])
  expect(await readPdf(bytes, (document) => document.getPageCount())).toBe(3)
})

const white = (width: number, height: number) => new Uint8Array(width * height).fill(255)
/** A picture of 40 by 40 pixels with a dark mark. */
function marked(x: number, y: number, side: number) {
  const data = white(40, 40)
  for (let row = y; row < y + side; row++) data.fill(0, row * 40 + x, row * 40 + x + side)
  return { data, width: 40, height: 40 }
}

test.each([
  ['the same', marked(10, 10, 6), marked(10, 10, 6), true],
  ['a mark moved by a pixel', marked(10, 10, 6), marked(11, 10, 6), true],
  ['a mark moved by three', marked(10, 10, 6), marked(13, 10, 6), false],
  ['a missing mark', marked(10, 10, 2), { data: white(40, 40), width: 40, height: 40 }, false],
  ['a mark too much', { data: white(40, 40), width: 40, height: 40 }, marked(38, 38, 2), false],
  ['a mark at the other edge', marked(0, 5, 2), marked(38, 5, 2), false],
])('pictures with %s are compared', (_, one, other, expected) => {
  expect(areAlike(one, other)).toBe(expected)
})
