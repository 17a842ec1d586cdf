import { afterAll, beforeAll, expect, test } from 'vitest'
import { guess, guessKinds, tryLimits, type GuessKind } from '../safety/guesses.ts'
import { startWorld, type World } from '../safety/world.ts'

// The short form of `npm run test:guesses`.
const count = 300

let world: World

beforeAll(async () => {
  world = await startWorld(30, 5)
})
afterAll(() => world.stop())

test('failed tries are counted over two server processes together, however many come at once', async () => {
  for (const { says, judged, turnedAway, expected } of await tryLimits(world)) {
    expect(judged, says).toBe(expected)
    expect(turnedAway, says).toBeGreaterThan(0)
  }
})

test.each(Object.keys(guessKinds) as GuessKind[])('no guess of %s hits', async (kind) => {
  const { codes, hits } = await guess(world, kind, count)
  expect(hits).toEqual([])
  const answers = Object.values(codes).reduce((sum, n) => sum + n, 0)
  expect(answers).toBe(count)
  // Most were judged, not turned away for their number.
  expect(codes[429] ?? 0).toBeLessThan(count / 2)
})

test('what is guessed at is there: the right id, e-mail, cookie and name open it', async () => {
  const { own, urls } = world
  const opened = await fetch(`${urls[1]}/uploads/docs/${own.orderId}_${own.file1}`, {
    headers: { cookie: own.cookie },
  })
  expect(opened.status).toBe(200)
})
