import { describe, expect, test } from 'vitest'
import { defaultListView, parseListView, nextSort, formatListView, type ListView } from './list-view.ts'

describe('a list view in the URL', () => {
  test.each<[string, Partial<ListView>]>([
    ['', {}],
    ['?page=4', { page: 4 }],
    ['?assignee=me&urgency=late,soon', { filters: { assignee: 'me', urgency: 'late,soon' } }],
    ['?travelFrom=2026-11-24', { filters: { travelFrom: '2026-11-24' } }],
    ['?rows=All', { pageSize: 'All' }],
    ['?q=G%C3%BCl%26', { q: 'Gül&' }],
    ['?sort=travel_date&order=asc', { sort: { by: 'travel_date', order: 'asc' } }],
    [
      '?month=3&q=li&sort=refund_date&rows=100&page=2',
      { month: 3, q: 'li', sort: { by: 'refund_date', order: 'desc' }, pageSize: 100, page: 2 },
    ],
  ])('%s is parsed and formatted', (search, changes) => {
    const view = { ...defaultListView, ...changes }
    expect(parseListView(search)).toEqual(view)
    expect(formatListView(view)).toBe(search)
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
    '?urgency=whenever',
    '?urgency=late,whenever',
    '?travelUntil=2026-02-30',
  ])('%s gives the default view', (search) => expect(parseListView(search)).toEqual(defaultListView))
})

test.each([
  ['desc', 'asc'],
  ['asc', 'desc'],
] as const)('a column sorts %s first, then %s, then by the default', (first, second) => {
  const [one, other] = [
    { by: 'travel_date', order: first } as const,
    { by: 'travel_date', order: second } as const,
  ]
  expect(nextSort(defaultListView.sort, one, first)).toEqual(one)
  expect(nextSort(one, other, first)).toEqual(other)
  expect(nextSort(other, one, first)).toEqual(defaultListView.sort)
})
