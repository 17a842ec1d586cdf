import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal, newDataKeys, parseDataKeys } from '#server/platform/seal.ts'
import { createEvidenceKeys, transactedAt } from './evidence-kinds.ts'

const seal = createSeal(parseDataKeys(newDataKeys()), randomBytes(32))
const keys = (email: string, traveller: string, payment: Record<string, string> = {}) =>
  createEvidenceKeys({ email, traveller_email: traveller, payment }, seal)

test('each captured value has one key, an empty value none', () => {
  const all = { card_fingerprint: 'f', account_id: 'a', payment_ip: '203.0.113.7', device_id: 'd' }
  expect(keys('b@example.com', 't@example.com', all).map(({ kind }) => kind)).toEqual([
    'card',
    'account',
    'email',
    'email',
    'ip',
    'device',
  ])
  expect(keys('', '', { card_fingerprint: ' ', device_id: '' })).toEqual([])
})

test('case, outer blanks and IPv4 written as IPv6 do not change a key', () => {
  expect(keys('B@Example.com ', 'b@example.com')).toEqual(keys('b@example.com', ''))
  expect(keys('', '', { payment_ip: '::FFFF:203.0.113.7' })).toEqual(
    keys('', '', { payment_ip: '203.0.113.7' }),
  )
})

test('the same text as card and as account has two keys', () => {
  const [card, account] = keys('', '', { card_fingerprint: 'x', account_id: 'x' })
  expect(card?.hash.equals(account?.hash ?? Buffer.of())).toBe(false)
})

test('the transaction time is when the order was paid, else when it was placed', () => {
  const placed = new Date('2026-01-02T00:00:00Z')
  expect(transactedAt(placed, { paid_at: '2026-01-01T10:00:00Z' })).toEqual(new Date('2026-01-01T10:00:00Z'))
  expect(transactedAt(placed, {})).toBe(placed)
})
