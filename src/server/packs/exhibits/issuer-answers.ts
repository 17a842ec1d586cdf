import { captured, type Value } from './format.ts'

/**
 * The answers of card issuers that support a payment: the card schemes' one-letter codes, and the words of gateways,
 * which need no explanation. Any other answer is left out (product §13).
 */
const supportingAnswers = {
  avs: {
    Y: 'street and postal code match',
    X: 'street and postal code match',
    D: 'street and postal code match',
    F: 'street and postal code match',
    M: 'street and postal code match',
    match: '',
    pass: '',
  },
  cvv: { M: 'matches', match: '', pass: '' },
  threeDSecure: { Y: 'authenticated', A: 'attempted', authenticated: '', attempted: '' },
} as const satisfies Record<string, Record<string, string>>

/** `Y (street and postal code match)`; null for an answer that does not help. */
export function helpfulAnswer(kind: keyof typeof supportingAnswers, result: string | undefined): Value {
  const given = captured(result)?.toLowerCase()
  const found = Object.entries(supportingAnswers[kind]).find(([answer]) => answer.toLowerCase() === given)
  if (!found) return null
  const [answer, meaning] = found
  return meaning ? `${answer} (${meaning})` : answer
}
