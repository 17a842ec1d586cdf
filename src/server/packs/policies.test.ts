import { expect, test } from 'vitest'
import { refundPolicyEvidence, termsEvidence } from './policies.ts'

const policy = (kind: 'terms' | 'refund', version: string, day: string) => ({
  domain: '*',
  kind,
  version,
  text: `${kind} ${version}`,
  translations: null,
  first_seen_at: new Date(`${day}T00:00:00Z`),
})
const versions = [
  policy('terms', '1', '2026-01-01'),
  policy('terms', '2', '2026-06-01'),
  policy('refund', 'r1', '2026-01-01'),
  policy('refund', '2', '2026-06-01'),
]
const march = new Date('2026-03-01T00:00:00Z')

test('the accepted version is shown, even if a later one is in force', () => {
  expect(termsEvidence(versions, '1', new Date('2026-07-01'))).toMatchObject({
    version: '1',
    text: 'terms 1',
  })
})

test('an accepted version without its text is not replaced by another', () => {
  expect(termsEvidence(versions, '0', march)).toMatchObject({ version: '0', text: null })
})

test('without an accepted version the one in force is shown, and labelled so', () => {
  const found = termsEvidence(versions, '', march)
  expect(found).toMatchObject({ version: '1', text: 'terms 1' })
  expect(found.basis).toMatch(/in force at the time of the order/)
})

test('before the first version there is no policy', () => {
  expect(termsEvidence(versions, '', new Date('2025-01-01'))).toMatchObject({ version: null, text: null })
})

test('the refund policy follows the accepted version, else the day', () => {
  expect(refundPolicyEvidence(versions, '2', march).text).toBe('refund 2')
  expect(refundPolicyEvidence(versions, '1', march).text).toBe('refund r1')
})
