import { expect, test } from 'vitest'
import { statuses } from '#contract/rules/statuses.ts'
import { progressSteps, visitorLabelOf, visitorLabels, type StepDates } from './order-page.ts'

const dates: StepDates = {
  received: '2026-11-18T01:00:00Z',
  preparing: '2026-11-19T01:00:00Z',
  customs: '2026-11-20T01:00:00Z',
  ready: null,
}
const states = (...given: Parameters<typeof progressSteps>) =>
  progressSteps(...given).map(({ key, state }) => `${key} ${state}`)

test('a dispute, a refund and a deletion read the same', () => {
  expect(visitorLabels.ChargeBack).toEqual(visitorLabels.Refunds)
  expect(visitorLabels.Deleted).toEqual(visitorLabels.Refunds)
})

test.each(statuses)('no status shows its staff name: %s', (status) => {
  expect(visitorLabels[status].word).not.toBe(status)
})

test('an order at customs waits for its document, and says since when', () => {
  expect(states('customs', dates, false)).toEqual([
    'received done',
    'preparing done',
    'customs now',
    'ready todo',
  ])
  expect(progressSteps('customs', dates, false)[2]?.at).toBe(dates.customs)
})

test('steps ahead have no day, even if an earlier round had one', () => {
  expect(progressSteps('answer', dates, false)[2]).toEqual({ key: 'customs', state: 'todo', at: null })
})

test('an approved order without its document is not complete', () => {
  expect(states('ready', dates, false).at(-1)).toBe('ready now')
  expect(states('ready', dates, true).at(-1)).toBe('ready done')
})

test('a closed order shows the steps it reached, and all steps if it has a document', () => {
  expect(states('closed', dates, false)).toEqual(['received done', 'preparing done', 'customs done'])
  expect(states('closed', dates, true)).toHaveLength(4)
})

test.each([
  ['available', 'Approved', 'ready'],
  ['pending', 'Being prepared', 'preparing'],
  ['withdrawn', 'Being corrected', 'correcting'],
  ['none', 'Approved', 'ready'],
] as const)('a completed order whose document is %s reads as %s', (documents, word, stage) => {
  expect(visitorLabelOf('Completed', documents)).toEqual({ word, stage })
  expect(visitorLabelOf('AwaitingGovt', documents)).toEqual(visitorLabels.AwaitingGovt)
})

test('a document under correction is in preparation again', () => {
  expect(states('correcting', dates, false)).toEqual(states('preparing', dates, false))
})
