import { describe, expect, test } from 'vitest'
import { firstView, readView, sortAfter, writeView, type ListView } from './list-view.ts'

describe('a view in the address', () => {
  test.each<[string, Partial<ListView>]>([
    ['', {}],
    ['?page=4', { page: 4 }],
    ['?rows=All', { rows: 'All' }],
    ['?q=G%C3%BCl%26', { q: 'Gül&' }],
    ['?sort=travel_date&order=asc', { sort: { by: 'travel_date', order: 'asc' } }],
    [
      '?month=3&q=li&sort=refund_date&rows=100&page=2',
      { month: 3, q: 'li', sort: { by: 'refund_date', order: 'desc' }, rows: 100, page: 2 },
    ],
  ])('%s is read and written', (search, changes) => {
    const view = { ...firstView, ...changes }
    expect(readView(search)).toEqual(view)
    expect(writeView(view)).toBe(search)
  })

  test.each([
    '?page=0',
    '?page=-1',
    '?page=x',
    '?page=1.5',
    '?rows=7',
    '?sort=name',
    '?order=up',
    '?month=13',
  ])('%s means nothing', (search) => expect(readView(search)).toEqual(firstView))
})

test('a column sorts downwards, then upwards, then no more', () => {
  const down = { by: 'travel_date', order: 'desc' } as const
  const up = { by: 'travel_date', order: 'asc' } as const
  expect(sortAfter(firstView.sort, down)).toEqual(down)
  expect(sortAfter(down, up)).toEqual(up)
  expect(sortAfter(up, down)).toEqual(firstView.sort)
})
