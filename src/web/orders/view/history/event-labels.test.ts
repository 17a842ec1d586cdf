import { expect, test } from 'vitest'
import { eventLabel } from './event-labels.ts'

test.each([
  [{ action: 'moved', from: 'New', to: 'Awaiting Govt' }, 'Moved: New → Awaiting Govt'],
  [{ action: 'remark added', from: null, to: null }, 'Remark added'],
  [{ action: 'assigned', from: null, to: 'Ayu Lestari' }, 'Assigned: nobody → Ayu Lestari'],
  [{ action: 'released', from: 'Ayu Lestari', to: null }, 'Released: Ayu Lestari → nobody'],
  [{ action: 'refunded', from: 'Refunds', to: 'Refunds' }, 'Refunded'],
])('%j is labelled %s', (event, words) => expect(eventLabel(event)).toBe(words))
