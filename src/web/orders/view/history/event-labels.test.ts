import { expect, test } from 'vitest'
import { eventDetails } from './event-details.ts'
import { eventLabel } from './event-labels.ts'

test.each([
  [{ action: 'moved', from: 'New', to: 'AwaitingGovt' }, 'Moved: New → Awaiting Govt'],
  [{ action: 'remark added', from: null, to: null }, 'Remark added'],
  [{ action: 'assigned', from: null, to: 'Ayu Lestari' }, 'Assigned: nobody → Ayu Lestari'],
  [{ action: 'released', from: 'Ayu Lestari', to: null }, 'Released: Ayu Lestari → nobody'],
  [{ action: 'refunded', from: 'Refunds', to: 'Refunds' }, 'Refunded'],
])('%j is labelled %s', (event, words) => expect(eventLabel(event)).toBe(words))

test('an event with an unknown action of an older version still has a label and details', () => {
  const event = {
    action: 'handed over',
    from: null,
    to: null,
    details: { name: 'a.pdf', reason: null, changes: 'none' },
  }
  expect(eventLabel(event)).toBe('Handed over')
  expect(eventDetails(event)).toEqual({ name: 'a.pdf', reason: '', changes: [] })
})
