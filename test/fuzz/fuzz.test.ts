import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { runFuzz } from './fuzz.ts'

const seed = 1
const requests = 10_000

test('hostile and half-valid requests of every call, by everybody, are answered as the contract says', async () => {
  // The pages too; it does nothing if the build is up to date.
  execFileSync(process.execPath, ['scripts/build.mjs'])
  const report = await runFuzz({ seed, requests })
  const { findings, statuses, eventLoop, seconds } = report
  console.log(
    `fuzz: ${requests} requests in ${Math.round(seconds)} s, longest delay of the event loop ${eventLoop.longestMs} ms (aim: 200), seed ${seed}`,
  )
  expect(findings).toEqual([])
  expect(report.neverDoneLater).toEqual([])
  // Nobody is stuck, nor does mail end as one for no order of ours.
  for (const [who, share] of Object.entries(report.laterShares)) expect(share, who).toBeGreaterThan(0.2)
  expect(report.incomingMails).toBeGreaterThan(5)
  expect(statuses['200']).toBeGreaterThan(requests / 10)
}, 600_000)
