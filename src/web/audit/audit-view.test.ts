import { expect, test } from 'vitest'
import { filtersOf, formatAuditView, isFiltered, parseAuditView } from './audit-view.ts'

test.each([
  '',
  '?fromDate=2026-11-20&toDate=2026-11-20',
  '?memberId=3&groups=sign-in%2Cview&search=2048654&order=asc',
  '?search=Ayu&page=2&after=120',
  '?page=7',
  '?before=7',
])('the view of %j is written as it was read', (search) => {
  expect(formatAuditView(parseAuditView(search))).toBe(search)
})

test('invalid parameters get their defaults', () => {
  const view = parseAuditView('?fromDate=yesterday&memberId=-1&groups=view,nothing&order=up&after=x')
  expect(formatAuditView(view)).toBe('?groups=view')
  expect(filtersOf(view)).toEqual({ groups: 'view', order: 'desc' })
  expect([isFiltered(view), isFiltered(parseAuditView('?order=asc&after=3'))]).toEqual([true, false])
})
