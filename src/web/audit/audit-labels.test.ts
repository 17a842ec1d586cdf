import { expect, test } from 'vitest'
import { actionLabel, auditSubject, auditSummary, shortHash } from './audit-labels.ts'

test.each([
  ['member removed', { id: 7, name: 'Sari', email: 'sari@pabean.example', type: 'Team' }, 'Sari', 'Team'],
  ['gateway changed', { from: 'Stripe', to: 'Xendit' }, 'Gateway Setting', 'Stripe → Xendit'],
  ['member removed', { name: 'Sari', type: 'Team', released: 12 }, 'Sari', 'Team; 12 orders released'],
  ['member removed', { name: 'Sari', type: 'Team', released: 0 }, 'Sari', 'Team'],
  ['sessions ended', { id: 7, name: 'Sari', ended: 1 }, 'Sari', '1 session'],
  [
    'member changed',
    { name: 'Sari', changes: [{ field: 'type', from: 'Team', to: 'Manager' }, { field: 'password' }] },
    'Sari',
    'type: Team → Manager, new password',
  ],
  ['signed in', { how: 'passkey', device: 'known' }, 'own account', 'passkey; known device'],
  [
    'sign-in refused',
    { account: null, reason: 'wrong password', device: 'new' },
    'no account',
    'wrong password; new device',
  ],
  ['sign-in refused', { account: 'Ayu', reason: 'wrong code' }, 'account of Ayu', 'wrong code'],
  ['searched', { queue: 'allOrder', letters: 7, found: 2 }, 'Order History', '7 letters; 2 found'],
  ['exported', { queue: 'refundOrder', rows: 388, as: 'CSV' }, 'Refunds', '388 rows; CSV'],
  ['refused', { what: 'The active members' }, 'The active members', 'the role may not'],
  ['order viewed', {}, '', ''],
  ['numbers shown', { status: 'Completed' }, '', 'Completed'],
  [
    'privacy request recorded',
    { requestId: '7f3a91c2-1', kinds: ['access', 'erasure'] },
    'Request 7f3a 91c2',
    'access, erasure',
  ],
  [
    'erasure confirmed',
    { requestId: '7f3a91c2-1', whole: [11, 12], parts: [13] },
    'Request 7f3a 91c2',
    '11, 12; parts of 13',
  ],
  [
    'lists read',
    { rows: 1050, pages: 21, lists: ['allOrder', 'Replies'], filters: ['arrival_email'] },
    'Order History, Replies',
    '1,050 rows; 21 pages; by arrival_email',
  ],
  ['erasure confirmed', { requestId: '7f3a91c2-1', whole: [11], parts: [] }, 'Request 7f3a 91c2', '11'],
  [
    'retention turned on',
    { detailsDays: 180, evidenceDays: 548 },
    'Retention',
    'details after 180 days; everything after 548 days',
  ],
])('%s with %j is on %j, and says %j', (action, details, subject, summary) => {
  expect([auditSubject({ action, details }), auditSummary({ action, details })]).toEqual([subject, summary])
})

test.each([
  ['intake key made', 'Intake key made'],
  ['order viewed', 'Viewed'],
  ['of a later version', 'Of a later version'],
])('%s is labelled %s', (action, label) => {
  expect(actionLabel({ action })).toBe(label)
})

test('a hash is shown by its ends', () => {
  expect(shortHash('9f3c1b07000000e2a1')).toBe('9f3c 1b07 … e2a1')
})
