// npm run test:fuzz -- [--requests 1000000] [--seed 1]: hostile and half-valid requests of every call, by everybody.
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import setup from '../support/global-setup.ts'
import { runFuzz } from './fuzz.ts'

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
let findings = 0
try {
  const report = await runFuzz({ seed, requests, onProgress: (made) => console.log(`${made} requests`) })
  findings = report.findings.length
  console.log(`${Math.round(report.seconds)} s, ${Math.round(requests / report.seconds)} requests a second`)
  console.log(
    `Replies: ${Object.entries(report.statuses)
      .map(([code, n]) => `${n} × ${code}`)
      .join(', ')}`,
  )
  console.log(`Read afterwards: ${report.mails} mails, ${report.pdfs} PDFs`)
  if (report.neverDone.length > 0) console.log(`Never answered with 200: ${report.neverDone.join(', ')}`)
  const { longestMs, p99Ms } = report.eventLoop
  console.log(`Event loop: longest delay ${longestMs} ms (aim: 200), 99th percentile ${p99Ms} ms`)
  for (const line of report.delays) console.log(`  ${line}`)
  for (const { what, count, request, index } of report.findings)
    console.log(`✗ ${count} × ${what}\n    first at ${index}: ${request}`)
} finally {
  await teardown()
}
console.log(findings === 0 ? 'Nothing found.' : `${findings} findings`)
process.exit(findings === 0 ? 0 : 1)
