import { afterAll, beforeAll, expect, test } from 'vitest'
import { guess, guessKinds, tryLimits, type GuessKind } from '../safety/guess-attacks.ts'
import { startWorld, type World } from '../safety/attack-target.ts'

// The short form of `npm run test:guesses`.
const count = 300

let world: World

beforeAll(async () => {
  world = await startWorld(30, 5)
})
afterAll(() => world.stop())

test('concurrent failed tries are counted across two server processes', async () => {
  for (const { says, judged, turnedAway, expected } of await tryLimits(world)) {
    expect(judged, says).toBe(expected)
    expect(turnedAway, says).toBeGreaterThan(0)
  }
})

test.each(Object.keys(guessKinds) as GuessKind[])('no guess of %s succeeds', async (kind) => {
  const { codes, hits } = await guess(world, kind, count)
  expect(hits).toEqual([])
  const answers = Object.values(codes).reduce((sum, n) => sum + n, 0)
  expect(answers).toBe(count)
  // Most guesses were evaluated, not rate limited.
  expect(codes[429] ?? 0).toBeLessThan(count / 2)
})

test('the right id, e-mail, cookie and file name do open the order', async () => {
  const { own, urls } = world
  const opened = await fetch(`${urls[1]}/uploads/docs/${own.orderId}_${own.file1}`, {
    headers: { cookie: own.cookie },
  })
  expect(opened.status).toBe(200)
})
