import { expect, test } from 'vitest'
import { exportUrl } from './export-url.ts'

const sort = { by: 'travel_date', order: 'asc' } as const

test('exports what is listed, in its order', () => {
  expect(exportUrl({ queue: 'newOrder', month: null, searchVal: '', sort, urgency: 'missed' })).toBe(
    '/api/admin/export/newOrder?urgency=missed&sort=travel_date&order=asc',
  )
})

test('exports what a search found, in a month of future orders', () => {
  expect(exportUrl({ queue: 'futureOrder', month: 3, searchVal: 'Đặng & Co', sort, urgency: null })).toBe(
    '/api/admin/export/futureOrder?month=3&searchVal=%C4%90%E1%BA%B7ng+%26+Co&sort=travel_date&order=asc',
  )
})
