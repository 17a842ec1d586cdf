import { expect, test } from 'vitest'
import { findColleagueChange } from './CaseFile.tsx'

const event = (id: number, by: string) => ({
  id,
  by,
  at: '2026-11-20T08:00:00Z',
  action: 'moved',
  from: 'New',
  to: 'Awaiting',
  details: {},
  can_restore: false,
  why_not_restored: null,
})

test.each([
  ['nothing new', [event(3, 'Dewi'), event(2, 'Ayu')], 3, undefined],
  ['a change by a colleague', [event(4, 'Dewi'), event(3, 'Ayu')], 3, 4],
  ['the newest of several, in any order', [event(4, 'Dewi'), event(5, 'Rizky'), event(3, 'Ayu')], 3, 5],
  ['a newer change by the member', [event(5, 'Ayu'), event(4, 'Dewi')], 3, undefined],
  ['an order without events', [], 0, undefined],
])('%s (product §12)', (_title, events, seenId, found) =>
  expect(findColleagueChange(events, seenId, 'Ayu')?.id).toBe(found),
)
