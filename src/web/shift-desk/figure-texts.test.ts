import { expect, test } from 'vitest'
import { shiftFigures, type FigureName } from '#contract/rules/shift-figures.ts'
import { figureTexts, listAddress } from './figure-texts.ts'

const now = new Date('2026-11-20T10:00:00Z')

test.each<[FigureName, string]>([
  ['late', '/admin/open-orders?urgency=late&sort=due_at&order=asc'],
  ['arrivals', '/admin/open-orders?urgency=today&kind=arrival&sort=due_at&order=asc'],
  ['mailsFailed', '/admin/mail-problems?state=bounced,failed'],
  ['replies', '/admin/replies'],
  ['requests', '/admin/order-history?request=open&order=asc'],
  ['proposals', '/admin/proposals'],
  ['disputes', '/admin/disputes?due=72'],
  ['warnings', '/admin/disputes?stage=warning'],
])('%s opens %s (product §12)', (name, address) => expect(listAddress(shiftFigures[name])).toBe(address))

test.each<[FigureName, object, string]>([
  ['late', { first: '2026-11-20T07:40:00Z' }, 'oldest by 2 h'],
  ['late', { first: null }, 'none'],
  ['soon', { unassigned: 1200 }, '1,200 with nobody'],
  ['soon', { unassigned: 0 }, 'each with a member'],
  ['soon', { count: 0, unassigned: 0 }, 'none'],
  ['replies', { first: '2026-11-20T09:15:00Z' }, 'oldest 45 min'],
  ['proposals', { certain: 2 }, '2 certain'],
  ['proposals', { count: 0, certain: 0 }, 'none'],
  ['disputes', { first: '2026-11-22T14:00:00Z' }, 'the first in 2 d 4 h'],
  ['disputes', { first: '2026-11-18T10:00:00Z' }, 'the first late 2 d'],
])('%s with %o says %s', (name, told, text) =>
  expect(figureTexts[name].detail({ count: 3, more: false, ...told }, now)).toBe(text),
)
