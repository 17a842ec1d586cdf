import { expect, test } from 'vitest'
import { verifyDeliveries } from './verify-deliveries.ts'

test('verifyDeliveries reports lost, duplicate and foreign mails', () => {
  const mail = { provider: 'AWS', error: null }
  const { violations } = verifyDeliveries(
    [
      { ...mail, recipient: 'lost', state: 'sent' },
      { ...mail, recipient: 'twice', state: 'unknown' },
      { ...mail, recipient: 'waits', state: 'queued' },
      { ...mail, recipient: 'arrived', state: 'failed' },
      { ...mail, recipient: 'bounced', state: 'bounced' },
      { ...mail, recipient: 'fine', state: 'sent' },
    ],
    { AWS: ['twice', 'twice', 'arrived', 'fine'], SMTP: ['stranger'] },
  )
  expect(violations.map((line) => line.split(' ')[0])).toEqual([
    'lost',
    'twice',
    'waits',
    'arrived',
    'bounced',
    'SMTP',
  ])
})
