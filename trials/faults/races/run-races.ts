// npm run trial -- races [10000]: so many races of twenty members over two servers for what one alone may do; then what two
// events do to each other, --pairs times each on one server and on two.
import { createChance } from '#server/demo/random.ts'
import { createCaseContext } from '../../../test/http/roles/case-context.ts'
import { request } from '../../../test/support/call.ts'
import setup from '../../../test/support/global-setup.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { serverEnvironment, startTestApp, testIntakeKey } from '../../../test/support/test-app.ts'
import { conclude, thousands } from '../../figures.ts'
import { readOptions } from '../../options.ts'
import { races, type PreparedRace, type Race, type RaceArena, type Racer } from './races.ts'
import { runPairs } from './run-pairs.ts'

const racersAtOnce = 20

const refusals: ReadonlySet<number> = new Set([404, 409])

interface Outcome {
  http: number
  body: { message?: string; data?: { updated?: number[]; order_id?: number } }
}

const hasWon = ({ http, body }: Outcome) => http === 200 && body.data?.updated?.length !== 0

function judge({ winners }: Race, outcomes: readonly Outcome[]): string | null {
  const won = outcomes.filter(hasWon)
  const strange = outcomes.filter((outcome) => !hasWon(outcome) && !refusals.has(outcome.http))
  if (winners === 'one') {
    if (won.length !== 1) return `${won.length} won`
    return strange.length > 0 ? `answered ${strange.map(({ http }) => http).join(', ')}` : null
  }
  const orders = new Set(won.map(({ body }) => body.data?.order_id))
  if (won.length !== outcomes.length) return `${outcomes.length - won.length} were refused`
  return orders.size === 1 ? null : `${orders.size} orders were made`
}

/** Twenty simultaneous members over two servers: one succeeds, the others are refused. */
async function runRaces(count: number, seed: number) {
  const begunAt = performance.now()
  const chance = createChance(seed)
  const deck = races.flatMap((race) => Array.from({ length: race.weight }, () => race))
  const app = await startTestApp()
  const env = { ...serverEnvironment(app), INTAKE_KEY: testIntakeKey, SESSION_IDLE_MINUTES: '720' }
  const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const lines = new Map(races.map(({ name }) => [name, { name, races: 0, calls: 0, refused: 0 }]))
  const violations: string[] = []

  const countEntries = async (orderIds: readonly number[]) =>
    orderIds.length === 0
      ? 0
      : (await app.owner.selectFrom('order_events').select('id').where('order_id', 'in', orderIds).execute())
          .length

  const ask = async (prepared: PreparedRace, racer: Racer, nth: number): Promise<Outcome> => {
    const { endpoint, input, token, headers } = prepared.callOf(racer, nth)
    const { url } = servers[nth % servers.length] ?? app
    const response = await request(url, endpoint, input, { token, ...(headers && { headers }) })
    return { http: response.status, body: await response.json() }
  }

  async function run(race: Race, arena: RaceArena): Promise<void> {
    const prepared = await race.prepare(arena)
    const before = await countEntries(prepared.orderIds)
    const outcomes = await Promise.all(arena.racers.map((racer, nth) => ask(prepared, racer, nth)))
    const found = (await countEntries(prepared.orderIds)) - before
    const line = lines.get(race.name)
    if (line) {
      line.races += 1
      line.calls += outcomes.length
      line.refused += outcomes.filter((outcome) => !hasWon(outcome)).length
    }
    const wrong = judge(race, outcomes)
    if (wrong) violations.push(`${race.name}: ${wrong}`)
    if (found !== prepared.entries)
      violations.push(`${race.name}: ${found} entries in the history instead of ${prepared.entries}`)
  }

  try {
    const context = await createCaseContext(app, 'Admin')
    const racers = await Promise.all(
      Array.from({ length: racersAtOnce }, async (_, nth): Promise<Racer> => {
        const { name, email } = await app.addMember(`Racer ${nth}`, 'Team')
        return { name, token: await app.signInWith(email) }
      }),
    )
    const arena = { app, context, racers }
    for (let nth = 1; nth <= count; nth++) {
      // Each kind runs at least once, also in a short run.
      await run(races[nth - 1] ?? chance.pick(deck), arena)
      if (nth % Math.ceil(count / 20) === 0) console.error(`${nth} of ${count} races`)
    }
    return { lines: [...lines.values()], seconds: (performance.now() - begunAt) / 1000, violations }
  } finally {
    await Promise.all(servers.map((server) => server.end()))
    await app.stop()
  }
}

const { seed, pairs: repetitions, first } = readOptions({ seed: 1, pairs: 100 })
const teardown = await setup()
async function runBoth() {
  const raced = await runRaces(Number(first ?? 10_000), seed)
  const pairs = []
  for (const servers of [1, 2]) pairs.push(await runPairs({ servers, repetitions, seed }))
  return { ...raced, pairs }
}
const { lines, seconds, pairs, ...raced } = await runBoth().finally(teardown)
const violations = [...raced.violations, ...pairs.flatMap((ran) => ran.violations)]
console.table(lines)
console.table(pairs.flatMap((ran) => ran.lines))
const calls = lines.reduce((sum, line) => sum + line.calls, 0)
console.log(`${calls} calls in ${Math.round(seconds)} s, ${Math.round(calls / seconds)} a second`)
conclude(violations, {
  tried: `${thousands(lines.reduce((sum, line) => sum + line.races, 0))} races of ${lines.length} kinds, ${thousands(calls)} calls; ${pairs[0]?.lines.length ?? 0} pairs of events, ${repetitions} times each, on one server and on two`,
  found: `${violations.length} violations: not exactly one winner, answered otherwise than with 404 or 409, or one event undone by another`,
})
