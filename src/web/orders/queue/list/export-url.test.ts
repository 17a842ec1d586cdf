import { expect, test } from 'vitest'
import { exportUrl } from './export-url.ts'

const sort = { by: 'travel_date', order: 'asc' } as const

test('the export has the filters and the sort of the list', () => {
  const list = {
    queue: 'newOrder',
    month: null,
    searchVal: '',
    sort,
    filters: { urgency: 'late,missed' },
  } as const
  expect(exportUrl(list, 'csv')).toBe(
    '/api/admin/export/newOrder?urgency=late%2Cmissed&sort=travel_date&order=asc&format=csv',
  )
})

test('the export has the search and the month of future orders', () => {
  const list = { queue: 'futureOrder', month: 3, searchVal: 'Đặng & Co', sort, filters: {} } as const
  expect(exportUrl(list, 'xlsx')).toBe(
    '/api/admin/export/futureOrder?month=3&searchVal=%C4%90%E1%BA%B7ng+%26+Co&sort=travel_date&order=asc&format=xlsx',
  )
})
