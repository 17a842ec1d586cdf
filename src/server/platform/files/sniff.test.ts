import { expect, test } from 'vitest'
import { aPdf, anImage } from '../../../../test/support/document-fixtures.ts'
import { sniff } from './sniff.ts'

test.each([
  ['pdf', 'application/pdf', aPdf],
  ['png', 'image/png', () => anImage('png')],
  ['jpg', 'image/jpeg', () => anImage('jpeg')],
  ['webp', 'image/webp', () => anImage('webp')],
])('a %s is told by its content', async (extension, contentType, make) => {
  expect(await sniff(await make())).toEqual({ extension, contentType })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['a program', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(600)])],
  ['a GIF', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')],
  [
    'a PDF after something else',
    Buffer.concat([Buffer.from('GIF89a'), Buffer.from('%PDF-1.7 /Root startxref')]),
  ],
])('%s is refused', async (_, bytes) => {
  expect(await sniff(bytes)).toBeNull()
})
