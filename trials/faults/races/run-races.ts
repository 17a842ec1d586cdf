import { createChance } from '#server/demo/random.ts'
import { createCaseContext } from '../../../test/http/roles/case-context.ts'
import { request } from '../../../test/support/call.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { serverEnvironment, startTestApp, testIntakeKey } from '../../../test/support/test-app.ts'
import { races, type PreparedRace, type Race, type RaceArena, type Racer } from './races.ts'

export interface RacesOptions {
  races: number
  /** Without those that read a file for each call. */
  isQuick?: boolean
  /** Of which race comes when. */
  seed: number
  log?: (line: string) => void
}

interface RaceLine {
  name: string
  races: number
  calls: number
  /** Calls that were told that somebody else was first. */
  refused: number
}

export interface RacesReport {
  lines: RaceLine[]
  seconds: number
  violations: string[]
}

const racersAtOnce = 20

/** What those are answered who were not first. */
const refusals: ReadonlySet<number> = new Set([404, 409])

interface Outcome {
  http: number
  body: { message?: string; data?: { updated?: number[]; order_id?: number } }
}

const hasWon = ({ http, body }: Outcome) => http === 200 && body.data?.updated?.length !== 0

/** What is wrong with the answers of one race, as a line; null where nothing is. */
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

/** Twenty members at once, over two servers, again and again: one does it, and the others are told so. */
export async function runRaces({
  races: count,
  isQuick = false,
  seed,
  log = () => {},
}: RacesOptions): Promise<RacesReport> {
  const begunAt = performance.now()
  const chance = createChance(seed)
  const chosen = isQuick ? races.filter(({ readsFiles }) => !readsFiles) : races
  const deck = chosen.flatMap((race) => Array.from({ length: race.weight }, () => race))
  const app = await startTestApp()
  const env = { ...serverEnvironment(app), INTAKE_KEY: testIntakeKey, SESSION_IDLE_MINUTES: '720' }
  const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const lines = new Map(chosen.map(({ name }) => [name, { name, races: 0, calls: 0, refused: 0 }]))
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
      // Each kind has its turn, also in a short run.
      await run(chosen[nth - 1] ?? chance.pick(deck), arena)
      if (nth % Math.ceil(count / 20) === 0) log(`${nth} of ${count} races`)
    }
    return { lines: [...lines.values()], seconds: (performance.now() - begunAt) / 1000, violations }
  } finally {
    await Promise.all(servers.map((server) => server.end()))
    await app.stop()
  }
}
