import { afterAll, beforeAll, expect, test } from 'vitest'
import { runGuesses, guessKinds, testRateLimits, type GuessKind } from '../safety/guess-attacks.ts'
import { startAttackTarget, type AttackTarget } from '../safety/attack-target.ts'

// The short form of `npm run test:guesses`.
const count = 300

let target: AttackTarget

beforeAll(async () => {
  target = await startAttackTarget(30, 5)
})
afterAll(() => target.stop())

test('concurrent failed tries are counted across two server processes', async () => {
  for (const { description, evaluated, rateLimited, expected } of await testRateLimits(target)) {
    expect(evaluated, description).toBe(expected)
    expect(rateLimited, description).toBeGreaterThan(0)
  }
})

test.each(Object.keys(guessKinds) as GuessKind[])('no guess of %s succeeds', async (kind) => {
  const { codes, hits } = await runGuesses(target, kind, count)
  expect(hits).toEqual([])
  const answers = Object.values(codes).reduce((sum, n) => sum + n, 0)
  expect(answers).toBe(count)
  // Most guesses were evaluated, not rate limited.
  expect(codes[429] ?? 0).toBeLessThan(count / 2)
})

test('the right id, e-mail, cookie and file name do open the order', async () => {
  const { attackerOrder: own, urls } = target
  const opened = await fetch(`${urls[1]}/uploads/docs/${own.orderId}_${own.file1}`, {
    headers: { cookie: own.cookie },
  })
  expect(opened.status).toBe(200)
})
