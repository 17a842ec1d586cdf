// npm run trial -- guesses [count]: guesses of ids, e-mails, file names and cookies of other orders; 100,000 by default.
import setup from '../../test/support/global-setup.ts'
import { runGuesses, guessKinds, testRateLimits, type GuessKind } from './guess-attacks.ts'
import { startAttackTarget } from './attack-target.ts'
import { reportFigures, thousands } from '../figures.ts'

const count = Number(process.argv[2] ?? 100_000)
const teardown = await setup()
const target = await startAttackTarget(300, 40)
let failureCount = 0
try {
  const kinds = Object.keys(guessKinds) as GuessKind[]
  // The limits first, because the guesses use up the limits of the orders.
  for (const { description, evaluated, rateLimited, expected } of await testRateLimits(target)) {
    failureCount += evaluated === expected ? 0 : 1
    console.log(`${description.padEnd(36)} evaluated ${evaluated}, rate limited ${rateLimited}`)
  }
  for (const kind of kinds) {
    const began = Date.now()
    const { codes, hits } = await runGuesses(target, kind, Math.ceil(count / kinds.length))
    failureCount += hits.length
    const answers = Object.entries(codes).map(([code, n]) => `${n} × ${code}`)
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${kind}: ${answers.join(', ')}; ${hits.length} hits; ${seconds} s`)
    for (const hit of hits.slice(0, 5)) console.log(`  ${hit}`)
  }
} finally {
  await target.stop()
  await teardown()
}
reportFigures({
  tried: `${thousands(count)} guesses of ${Object.keys(guessKinds).length} kinds`,
  found: `${failureCount} hits or limits that do not hold`,
})
console.log(failureCount === 0 ? 'No hit, and the limits hold over both servers.' : `${failureCount} wrong`)
process.exit(failureCount === 0 ? 0 : 1)
