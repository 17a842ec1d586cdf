import { expect, test } from 'vitest'
import { createPdfDraft } from './pdf-draft.ts'
import type { Face } from './scripts.ts'

const { book } = createPdfDraft({ title: '', author: '', subject: '', createdAt: new Date(0) })

test.each([
  ['latin', 'Nguyễn Щёлкова'],
  ['arabic', 'محمد'],
  ['devanagari', 'क्षत्रिय'],
  ['thai', 'น้ำ'],
  ['chinese', '王やまだヤマダ髙'],
  ['korean', '김민준'],
  ['hebrew', 'שלום'],
  ['georgian', 'ქართული'],
  ['tamil', 'தமிழ்'],
  ['khmer', 'ខ្មែរ'],
] as const satisfies [Face, string][])('the family %s has the letters of %s', (face, text) => {
  for (const char of text.replaceAll(' ', '')) expect(book.has(face, char), char).toBe(true)
})

// The font gives these marks no anchor on these letters.
test.each([
  ['arabic', '\u06A2'],
  ['tamil', '\u0BE6\u0B82'],
  ['khmer', '\u1786\u17C6\u17A9'],
] as const)('marks that cannot be placed in %s have a width', (face, text) => {
  expect(book.width(face, text, { size: 10, weight: 'regular' })).toBeGreaterThan(0)
})
