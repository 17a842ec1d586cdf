import { expect, test } from 'vitest'
import { daysBetween, priorTransactionRange, eligibility, meetsCriteria } from './compelling-evidence.ts'

const none = { card: null, account: null, email: null, ip: null, device: null }
const matching = (...kinds: (keyof typeof none)[]) => ({
  ...none,
  ...Object.fromEntries(kinds.map((kind) => [kind, true])),
})
const all = { card: true, ip: true, device: true }

test.each([
  [['card', 'email', 'ip'], true],
  [['card', 'account', 'device'], true],
  [['card', 'ip', 'device'], true],
  [['card', 'account', 'email'], false],
  [['card', 'ip'], false],
  [['account', 'email', 'ip', 'device'], false],
] as const)('sharing %j meets the criteria: %s', (kinds, meets) => {
  expect(meetsCriteria(matching(...kinds))).toBe(meets)
})

const good = matching('card', 'email', 'ip')

test.each([
  [all, [good, good], true, /^2 earlier/],
  [all, [good, matching('email')], false, /^One earlier/],
  [all, [matching('email')], false, /^No earlier order shares/],
  [all, [], false, /^No undisputed order/],
  [{ ...all, card: false }, [good, good], false, /card fingerprint was not captured/],
  [{ card: true, ip: false, device: false }, [good, good], false, /^Neither/],
] as const)('eligible with %j and %j: %s', (captured, matches, isEligible, reason) => {
  const found = eligibility(captured, matches)
  expect(found.isEligible).toBe(isEligible)
  expect(found.reason).toMatch(reason)
})

test('the span is 120 to 365 days before the transaction', () => {
  const at = new Date('2027-03-01T12:00:00Z')
  const { from, to } = priorTransactionRange(at)
  expect([from, to].map((end) => daysBetween(end, at))).toEqual([365, 120])
})
