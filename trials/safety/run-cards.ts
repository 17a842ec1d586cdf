// npm run trial -- cards: 10,000 card numbers sent by every way there is, and how many are found at rest; and how many
// telephone, passport and IMEI numbers are taken for cards. Another number of cards may follow `--`.
import { maskCards } from '#contract/rules/card-numbers.ts'
import { imeiNumber, passportNumber, telephoneNumber } from '../../test/support/card-numbers.ts'
import '../../test/support/built-sandboxes.ts'
import setup from '../../test/support/global-setup.ts'
import { startTestApp } from '../../test/support/test-app.ts'
import { inboundKey, plantCards } from '../../test/support/plant-cards.ts'
import { createPlantedCards, randomOf, readAtRest } from '../../test/support/planted-cards.ts'
import { reportFigures, thousands } from '../figures.ts'

const count = Number(process.argv[2] ?? 10_000)

async function findPlanted(): Promise<number> {
  const app = await startTestApp({ worker: true, env: { INBOUND_KEY: inboundKey } })
  const cards = createPlantedCards()
  await plantCards({ app, cards }, count)
  const { places, values } = await readAtRest(app, cards)
  await app.stop()
  console.log(`${cards.total()} card numbers planted`)
  for (const [way, number] of [...cards.counts].toSorted()) console.log(`  ${way}: ${number}`)
  const found = [...places.values()].flat().length
  console.log(`${values} values read at rest, ${found} card numbers found`)
  for (const [place, ways] of places) console.log(`  ${place}: ${[...new Set(ways)].join(', ')}`)
  return found
}

function countFalseAlarms(): number {
  const random = randomOf(1)
  const total = 10_000
  const makers = { telephone: telephoneNumber, passport: passportNumber, IMEI: imeiNumber }
  const alarms = Object.entries(makers).map(([kind, make]) => {
    const taken = Array.from({ length: total }, () => make(random)).filter((text) => maskCards(text) !== text)
    console.log(`${taken.length} of ${total} ${kind} numbers taken for cards`)
    return taken.length
  })
  return Math.max(...alarms) / total
}

const teardown = await setup()
const found = await findPlanted().finally(teardown)
const rate = countFalseAlarms()
const isGood = found === 0 && rate <= 0.001
reportFigures({
  tried: `${thousands(count)} card numbers`,
  found: `${found} at rest; ${(rate * 100).toFixed(2)} % false alarms of a kind at most`,
})
console.log(isGood ? 'None is at rest, and false alarms are at most 0.1 %.' : 'The promise is not kept.')
process.exit(isGood ? 0 : 1)
