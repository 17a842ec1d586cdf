import { expect, test } from 'vitest'
import { verifyDeliveries } from '../faults/verify-deliveries.ts'
import { runFaults } from '../faults/run-faults.ts'

// The long run with 10,000 mails: npm run test:faults.
test("with broken connections and killed workers, each mail's state matches the providers' logs (product §7)", async () => {
  const { violations, states, faults, kills } = await runFaults({
    mails: 120,
    workers: 2,
    callsPerKill: 30,
    timeoutMs: 500_000,
  })
  expect(violations).toEqual([])
  expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(120)
  // The numbers vary by chance; there only have to be deliveries to verify.
  expect(states.sent).toBeGreaterThan(30)
  expect(Object.values(faults).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(10)
  expect(kills).toBeGreaterThan(0)
})

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
