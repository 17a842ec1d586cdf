// npm run test:guesses -- [count]: guesses of ids, e-mails, file names and cookies of other orders; 100,000 by default.
import setup from '../support/global-setup.ts'
import { guess, guessKinds, tryLimits, type GuessKind } from './guess-attacks.ts'
import { startWorld } from './attack-target.ts'

const count = Number(process.argv[2] ?? 100_000)
const undo = await setup()
const world = await startWorld(300, 40)
let wrong = 0
try {
  const kinds = Object.keys(guessKinds) as GuessKind[]
  // The limits first, because the guesses use up the limits of the orders.
  for (const { says, judged, turnedAway, expected } of await tryLimits(world)) {
    wrong += judged === expected ? 0 : 1
    console.log(`${says.padEnd(36)} judged ${judged}, turned away ${turnedAway}`)
  }
  for (const kind of kinds) {
    const began = Date.now()
    const { codes, hits } = await guess(world, kind, Math.ceil(count / kinds.length))
    wrong += hits.length
    const answers = Object.entries(codes).map(([code, n]) => `${n} × ${code}`)
    const seconds = Math.round((Date.now() - began) / 1000)
    console.log(`${kind}: ${answers.join(', ')}; ${hits.length} hits; ${seconds} s`)
    for (const hit of hits.slice(0, 5)) console.log(`  ${hit}`)
  }
} finally {
  await world.stop()
  await undo()
}
console.log(wrong === 0 ? 'No hit, and the limits hold over both servers.' : `${wrong} wrong`)
process.exit(wrong === 0 ? 0 : 1)
