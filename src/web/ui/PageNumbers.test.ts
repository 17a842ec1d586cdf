import { expect, test } from 'vitest'
import { pageList } from './PageNumbers.tsx'

test.each<[number, number, (number | 'gap')[]]>([
  [4, 13, [1, 'gap', 3, 4, 5, 'gap', 13]],
  [1, 13, [1, 2, 3, 'gap', 13]],
  [2, 13, [1, 2, 3, 'gap', 13]],
  [3, 13, [1, 2, 3, 4, 'gap', 13]],
  [11, 13, [1, 'gap', 10, 11, 12, 13]],
  [13, 13, [1, 'gap', 11, 12, 13]],
  [1, 1, [1]],
  [2, 2, [1, 2]],
  [3, 3, [1, 2, 3]],
  [1, 4, [1, 2, 3, 4]],
  [3, 5, [1, 2, 3, 4, 5]],
  [1, 0, []],
])('page %i of %i offers the pages', (page, pages, list) => {
  expect(pageList(page, pages)).toEqual(list)
})

test('first, last and neighbouring pages are offered once and in order', () => {
  for (let pages = 1; pages <= 30; pages++) {
    for (let page = 1; page <= pages; page++) {
      const numbers = pageList(page, pages).filter((entry) => entry !== 'gap')
      const needed = [1, page - 1, page, page + 1, pages].filter((n) => n >= 1 && n <= pages)
      expect(numbers).toEqual(expect.arrayContaining(needed))
      expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    }
  }
})
