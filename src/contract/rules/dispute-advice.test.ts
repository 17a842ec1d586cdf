import { describe, expect, test } from 'vitest'
import { disputeReasons, disputeStages, type DisputeReason } from './disputes.ts'
import {
  adviseDispute,
  evidenceFor,
  evidenceNames,
  tableChance,
  type AdvisedCase,
  type Evidence,
} from './dispute-advice.ts'

const subsets = (all: readonly Evidence[]): ReadonlySet<Evidence>[] =>
  Array.from({ length: 2 ** all.length }, (_, bits) => new Set(all.filter((_name, at) => bits & (1 << at))))

const advised = (changes: Partial<AdvisedCase>) =>
  adviseDispute({
    stage: 'chargeback',
    reason: 'not received',
    outcome: 'Open',
    settledAs: null,
    amount: 49,
    fee: 15,
    captured: new Set(),
    own: { won: 0, decided: 0 },
    ...changes,
  })

/** By reason: the chance without evidence and with all, in per cent; the pieces that alone are worth answering at 49 and 15. */
const expected: Record<DisputeReason, [number, number, Evidence[]]> = {
  unauthorised: [5, 94, ['threeDSecure', 'priorTransactions']],
  'not received': [10, 77, ['downloaded', 'delivered']],
  'not as described': [10, 63, ['downloaded', 'disclosure']],
  'credit not processed': [10, 87, ['downloaded', 'terms', 'refund']],
  cancelled: [10, 80, ['downloaded', 'terms', 'refund']],
  duplicate: [10, 82, ['downloaded', 'refund']],
  other: [10, 71, ['downloaded', 'refund']],
}

describe.each(disputeReasons)('a dispute “%s” (product §14)', (reason) => {
  const all = evidenceFor(reason)

  test('has the table’s chances, and more evidence never lowers them', () => {
    const [bare, full, alone] = expected[reason]
    const percent = (captured: ReadonlySet<Evidence>) => Math.round(tableChance(reason, captured) * 100)
    expect([percent(new Set()), percent(new Set(all))]).toEqual([bare, full])
    const answeredBy = all.filter(
      (name) => advised({ reason, captured: new Set([name]) })?.advice === 'answer',
    )
    expect(answeredBy).toEqual(alone)
    for (const captured of subsets(all))
      for (const name of all)
        expect(tableChance(reason, new Set([...captured, name]))).toBeGreaterThanOrEqual(
          tableChance(reason, captured),
        )
  })

  test('is answered exactly where chance × (amount + fee) > fee, whatever was captured', () => {
    for (const captured of subsets(all))
      for (const amount of [1, 5, 15, 49, 120, 900]) {
        const advice = advised({ reason, captured, amount })
        const isWorth = tableChance(reason, captured) * (amount + 15) > 15
        expect(advice?.advice).toBe(isWorth ? 'answer' : 'accept')
        expect((advice?.gain ?? 0) > 0).toBe(isWorth)
      }
  })

  test('evidence that its reason does not ask for changes nothing', () => {
    const others = evidenceNames.filter((name) => !all.includes(name))
    expect(tableChance(reason, new Set(others))).toBe(tableChance(reason, new Set()))
  })
})

test.each([
  [19, 'accept', false],
  [20, 'answer', true],
] as const)('with %i own outcomes, all won, an unauthorised one is: %s', (decided, advice, isOwnChance) =>
  expect(advised({ reason: 'unauthorised', own: { won: decided, decided } })).toMatchObject({
    advice,
    isOwnChance,
  }),
)

test.each([
  [59, [], 'accept'],
  [60, [], 'none'],
  [49, ['threeDSecure'], 'none'],
] as const)('a warning over %i with %j is: %s (refund it, or leave it)', (amount, captured, advice) =>
  expect(advised({ stage: 'warning', amount, captured: new Set(captured) })?.advice).toBe(advice),
)

test('without a fee of the currency nothing but an inquiry is advised, and no sum told', () => {
  const advices = disputeStages.map((stage) => [stage, advised({ stage, fee: null })])
  expect(Object.fromEntries(advices)).toMatchObject({
    warning: { advice: 'none', gain: null },
    inquiry: { advice: 'answer', gain: null },
    chargeback: { advice: 'none', gain: null },
    compliance: { advice: 'none', gain: null },
    prevented: null,
  })
})

test('what is settled or decided needs no advice', () => {
  expect(advised({ settledAs: 'answered' })).toBeNull()
  expect(advised({ outcome: 'Lost' })).toBeNull()
})
