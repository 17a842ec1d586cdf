// npm run trial -- fuzz [--requests 1000000] [--seed 1]: hostile and half-valid requests of every call, by everybody.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import setup from '../../test/support/global-setup.ts'
import { runFuzz } from './fuzz.ts'
import { reportFigures, thousands } from '../figures.ts'

/** From here on every call has its turn often enough. */
const longRequests = 300_000
/** Calls that this run cannot bring to an end, with the reason. */
const notReached: Readonly<Record<string, string>> = {}

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
  },
})
const [seed, requests] = [Number(values.seed), Number(values.requests)]
console.log(`Seed ${seed}, ${requests} requests`)
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
const teardown = await setup()
const problems: string[] = []
try {
  const report = await runFuzz({ seed, requests, onProgress: (made) => console.log(`${made} requests`) })
  problems.push(...report.findings.map(({ what }) => what))
  console.log(`${Math.round(report.seconds)} s, ${Math.round(requests / report.seconds)} requests a second`)
  console.log(
    `Replies: ${Object.entries(report.statuses)
      .map(([code, n]) => `${n} × ${code}`)
      .join(', ')}`,
  )
  console.log(`Read afterwards: ${report.mails} mails, ${report.pdfs} PDFs`)
  console.log(`Received: ${report.incomingMails} mails`)
  const shares = Object.entries(report.laterShares)
  console.log(
    `Done after the middle: ${shares.map(([who, share]) => `${who} ${Math.round(share * 100)} %`).join(', ')}`,
  )
  const unreached = requests >= longRequests ? report.neverDone.filter((call) => !(call in notReached)) : []
  problems.push(
    ...unreached.map((call) => `${call} was never answered with 200`),
    ...report.neverDoneLater.map((call) => `${call} was not answered with 200 after the middle`),
  )
  if (report.neverDone.length > 0) console.log(`Never answered with 200: ${report.neverDone.join(', ')}`)
  const { longestMs, p99Ms } = report.eventLoop
  console.log(`Event loop: longest delay ${longestMs} ms (aim: 200), 99th percentile ${p99Ms} ms`)
  for (const line of report.delays) console.log(`  ${line}`)
  reportFigures({
    tried: `${thousands(requests)} requests, seed ${seed}`,
    found: `${problems.length} findings; longest delay of the event loop ${longestMs} ms`,
  })
  for (const { what, count, request, index } of report.findings)
    console.log(`✗ ${count} × ${what}\n    first at ${index}: ${request}`)
} finally {
  await teardown()
}
for (const problem of problems) console.log(`✗ ${problem}`)
console.log(problems.length === 0 ? 'Nothing found.' : `${problems.length} findings`)
process.exit(problems.length === 0 ? 0 : 1)
