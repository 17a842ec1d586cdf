import { expect, test } from 'vitest'
import { initialsOf } from './ViewerFace.tsx'

test.each([
  ['Dewi Kartika', 'DK'],
  ['dewi', 'D'],
  ['Nguyễn Thị Ánh', 'NÁ'],
  ['王 晓明', '王晓'],
])('%s is %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
