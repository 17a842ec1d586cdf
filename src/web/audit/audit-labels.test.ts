import { expect, test } from 'vitest'
import { actionLabel, auditSummary } from './audit-labels.ts'

test.each([
  [{}, ''],
  [{ id: 7, name: 'Sari', email: 'sari@pabean.example', type: 'Team' }, 'Sari, Team'],
  [{ from: 'Stripe', to: 'Xendit' }, 'Stripe → Xendit'],
  [{ name: 'Sari', type: 'Team', released: 12 }, 'Sari, Team, 12 orders released'],
  [{ name: 'Sari', type: 'Team', released: 0 }, 'Sari, Team'],
  [{ id: 7, name: 'Sari', ended: 1 }, 'Sari, 1 session'],
  [
    { name: 'Sari', changes: [{ field: 'type', from: 'Team', to: 'Manager' }, { field: 'password' }] },
    'Sari, type: Team → Manager, new password',
  ],
])('%j is shown as %j', (details, words) => {
  expect(auditSummary({ details })).toBe(words)
})

test('an action is capitalised', () => {
  expect(actionLabel({ action: 'intake key made' })).toBe('Intake key made')
})
