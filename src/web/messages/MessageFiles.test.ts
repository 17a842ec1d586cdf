import { expect, test } from 'vitest'
import { canBeDocument, fileKind } from './MessageFiles.tsx'

test.each([
  ['application/pdf', 'PDF', true],
  ['application/zip', 'ZIP', false],
  ['video/mp4', 'video', false],
  ['constructor', 'constructor', false],
])('%s is labelled %s', (contentType, kind, isDocument) => {
  expect([fileKind(contentType), canBeDocument(contentType)]).toEqual([kind, isDocument])
})
