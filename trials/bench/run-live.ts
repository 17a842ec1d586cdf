// npm run trial -- live [--orders N] [--folder FOLDER] [--seconds N] [--cuts N]: what an idle server costs, alone and with 500
// desks that follow the changes; and which changes desks miss whose streams are cut at random while two servers write.
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { assignOrders } from '#contract/moves.ts'
import { send } from '../../test/support/call.ts'
import { memberName, openInstallation, startProduct } from './installation.ts'
import { openLiveDesk, type LiveDesk } from './live-desk.ts'
import { childrenSeconds, processorSeconds } from './processor-time.ts'
import { createTable } from './table.ts'
import { reportFigures } from '../figures.ts'

const { values } = parseArgs({
  options: {
    orders: { type: 'string', default: '10000' },
    folder: { type: 'string' },
    seconds: { type: 'string', default: '60' },
    cuts: { type: 'string', default: '1000' },
  },
})
const seconds = Number(values.seconds)
const cuts = Number(values.cuts)
const idleDesks = 500
const cutDesks = 50
/** A session may have so many streams, and twelve at most. */
const desksOfSession = 10
/** After the last write, until which all desks have to know. */
const lateMs = 1000

execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' })
const folder = values.folder ?? (await mkdtemp(join(tmpdir(), 'pabean-bench-live-')))
const installation = await openInstallation(folder, Number(values.orders), (line) => console.error(line))
type Product = Awaited<ReturnType<typeof startProduct>>

async function postmasterPid(): Promise<number> {
  const { rows } = await installation.client.query<{ pid: number }>(
    `select split_part(pg_read_file('postmaster.pid'), E'\n', 1)::int as pid`,
  )
  return rows[0]?.pid ?? 0
}
const postmaster = await postmasterPid()

/** Percent of a core that a server, and PostgreSQL, use while nothing happens. */
async function measureIdle({ pid }: Product): Promise<[string, string]> {
  const before = [await processorSeconds(pid), await childrenSeconds(postmaster)] as const
  await pause(seconds * 1000)
  const after = [await processorSeconds(pid), await childrenSeconds(postmaster)] as const
  const percent = (index: 0 | 1) => `${(((after[index] - before[index]) / seconds) * 100).toFixed(2)} %`
  return [percent(0), percent(1)]
}

/** Desks over these servers in turns, each session with as many as it may. */
async function openDesks(products: readonly Product[], count: number): Promise<LiveDesk[]> {
  const desks: LiveDesk[] = []
  for (let index = 0; index < count; index += desksOfSession) {
    const token = await products[0]?.signInAgain()
    const opened = Array.from({ length: Math.min(desksOfSession, count - index) }, (_, at) => {
      let turn = at
      return openLiveDesk(() => products[turn++ % products.length]?.member.url ?? '', token ?? '')
    })
    desks.push(...(await Promise.all(opened)))
  }
  return desks
}
const endDesks = (desks: readonly LiveDesk[]) => Promise.all(desks.map((desk) => desk.end()))

/** Claims orders by both servers while streams are cut; what each desk was told of them. */
async function measureCuts(products: readonly [Product, Product]) {
  const { rows } = await installation.client.query<{ order_id: string }>(`
    select order_id from orders where process_status = 'New' and assignee_id is null and processing_mode = 'standard'
    order by order_id limit 400`)
  const orderIds = rows.map((row) => Number(row.order_id))
  const desks = await openDesks(products, cutDesks)
  let isWriting = true
  let made = 0
  const cutAtRandom = async () => {
    while (isWriting || made < cuts) {
      desks[Math.floor(Math.random() * desks.length)]?.cut()
      made += 1
      await pause(Math.random() * 20)
      if (made >= cuts) break
    }
  }
  const write = async () => {
    for (const [index, orderId] of orderIds.entries()) {
      const { member, token } = products[index % 2] ?? products[0]
      const { http, body } = await send(
        member.url,
        assignOrders,
        { body: { orderId: [orderId], assignto: memberName } },
        { token },
      )
      if (http !== 200) throw new Error(`${orderId} was not assigned: ${JSON.stringify(body)}`)
      await pause(20)
    }
    isWriting = false
  }
  await Promise.all([write(), cutAtRandom()])
  await pause(lateMs)
  const times = desks.flatMap((desk) =>
    desk.reloads > 0 ? [] : orderIds.map((orderId) => desk.told.get(orderId) ?? 0),
  )
  const reloaded = desks.filter(({ reloads }) => reloads > 0).length
  await endDesks(desks)
  return {
    writes: orderIds.length,
    cuts: made,
    stale: times.filter((count) => count === 0).length,
    again: times.filter((count) => count > 1).length,
    reloaded,
    rows: times.length,
  }
}

let first: Product | undefined
let second: Product | undefined
try {
  first = await startProduct(installation.url, folder)
  // What a start does, and what earlier runs left, is done by then.
  await pause(30_000)
  const table = createTable([
    'idle for ' + seconds + ' s',
    'server, of a core',
    'PostgreSQL, of a core',
    'aim',
  ])
  table.add(['no desk', ...(await measureIdle(first)), '0.5 %'])
  const desks = await openDesks([first], idleDesks)
  await pause(3000)
  const [busy, database] = await measureIdle(first)
  table.add([`${idleDesks} desks`, busy, database, '5 %'])
  await endDesks(desks)

  second = await startProduct(installation.url, folder)
  const told = await measureCuts([first, second])
  console.log()
  const outcome = createTable([
    'cut streams',
    'writes',
    'rows at desks',
    'stale a second later',
    'told again',
    'desks that loaded anew',
  ])
  reportFigures({
    tried: `${idleDesks} desks, ${told.cuts} cut streams, ${told.writes} writes`,
    found: `server ${busy} of a core, PostgreSQL ${database}; ${told.stale} of ${told.rows} rows stale a second later`,
  })
  outcome.add([told.cuts, told.writes, told.rows, told.stale, told.again, told.reloaded].map(String))
} finally {
  await second?.stop()
  await first?.stop()
  await installation.stop()
  if (values.folder === undefined) await rm(folder, { recursive: true, force: true })
}
