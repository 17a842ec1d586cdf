import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runFuzz } from './fuzz.ts'

const seed = 1
const requests = 10_000

test('hostile and half-valid requests of every call, by everybody, are answered as the contract says', async () => {
  // The pages too; it does nothing if the build is up to date.
  execFileSync(process.execPath, ['scripts/build.mjs'])
  const { findings, statuses, eventLoop, seconds } = await runFuzz({ seed, requests })
  console.log(
    `fuzz: ${requests} requests in ${Math.round(seconds)} s, longest delay of the event loop ${eventLoop.longestMs} ms (aim: 200), seed ${seed}`,
  )
  expect(findings).toEqual([])
  expect(statuses['200']).toBeGreaterThan(requests / 10)
})
