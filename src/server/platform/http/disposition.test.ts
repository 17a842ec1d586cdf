import { expect, test } from 'vitest'
import { contentDisposition } from './disposition.ts'

test('a name survives quotes, other scripts and characters of the header', () => {
  expect(contentDisposition('attachment', 'Thị "x" (1).pdf')).toBe(
    `attachment; filename="Th_ _x_ (1).pdf"; filename*=UTF-8''Th%E1%BB%8B%20%22x%22%20%281%29.pdf`,
  )
})
