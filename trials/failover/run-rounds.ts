import { setTimeout as pause } from 'node:timers/promises'
import { trackOrder } from '#contract/visitor.ts'
import { documentsPath } from '#contract/rules/visitor-addresses.ts'
import { createDesk, newTally, type Desk, type Tally } from '../faults/crash/desk.ts'
import { countEvents } from '../faults/crash/run-crash.ts'
import { verifyInstallation } from '../faults/crash/verify-installation.ts'
import { createWrites, type Caller, type Writes } from '../faults/crash/writes.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { startCluster, type Cluster } from './cluster.ts'
import { queryPrimary, startFailoverInstallation } from './installation.ts'
import type { PgBouncer } from '../../test/support/pgbouncer/install.ts'
import { nodeNumbers, type NodeNumber } from './network.ts'
import { createGap, startReads } from './reads.ts'
import { tableOf, type Round } from './summary.ts'
import { reportFigures, thousands } from '../figures.ts'

interface TrialOptions {
  prefix: string
  folder: string
  pgbouncer: PgBouncer
  rounds: number
  desks: number
}

/** Seconds. */
const limits = { writes: 30, reads: 5 }
const ordersOfDesk = 12
/** ms of load before a fault and after recovery. */
const calmMs = 4000

interface Fault {
  name: string
  strike: (cluster: Cluster) => Promise<{ node: NodeNumber; mend: () => Promise<void> }>
}

const anyNode = () => nodeNumbers[Math.floor(Math.random() * nodeNumbers.length)] ?? 1

async function cutNode(cluster: Cluster, node: NodeNumber) {
  await cluster.cut(node)
  return {
    node,
    mend: async () => {
      await cluster.join(node)
    },
  }
}

const faults: readonly Fault[] = [
  {
    name: 'kill -9 of the primary',
    async strike(cluster) {
      const node = await cluster.requirePrimary()
      await cluster.killNode(node)
      return { node, mend: () => cluster.startNode(node) }
    },
  },
  {
    name: 'network of the primary cut',
    strike: async (cluster) => cutNode(cluster, await cluster.requirePrimary()),
  },
  {
    name: "etcd's leader killed",
    async strike(cluster) {
      const node = await cluster.findEtcdLeader()
      await cluster.stopEtcd(node)
      return { node, mend: () => cluster.startEtcd(node) }
    },
  },
  { name: 'network of a node cut', strike: (cluster) => cutNode(cluster, anyNode()) },
]

function watchedTally(onWrite: () => void): Tally {
  let acknowledged = 0
  return Object.defineProperty(newTally(), 'acknowledged', {
    get: () => acknowledged,
    set(count: number) {
      acknowledged = count
      onWrite()
    },
  })
}

async function prepareVisitor(caller: Caller, desk: Desk, writes: Writes) {
  await desk.takeIn()
  const [model] = desk.orders.values()
  if (!model) throw new Error('no order was taken in')
  const { orderId } = model
  if (!(await desk.perform(writes.upload(model)))) throw new Error('the document was not taken')
  const order = await desk.read(orderId)
  const body = { orderId, email: order.email, landing_domain: 'arrival.pabean.example' }
  const opened = await send(caller.url, trackOrder, { body })
  if (opened.http !== 200) throw new Error(`track-order answered ${opened.http}`)
  const [document] = order.uploadDoc
  return {
    orderId,
    visitorCookie: cookieOf(opened.headers),
    documentPath: `/${documentsPath}/${orderId}_${document?.file1}`,
  }
}

const shown = (seconds: number, limit: number) =>
  `${seconds.toFixed(1)} s${seconds > limit ? ` (more than ${limit})` : ''}`

export async function runRounds({ prefix, folder, pgbouncer, rounds, desks: deskCount }: TrialOptions) {
  const log = (line: string) => console.log(line)
  const cluster = await startCluster({ prefix, folder })
  await cluster.untilWhole()
  log('three nodes are up, one of them waited for by commits')
  const { installation, lateRecords } = await startFailoverInstallation(folder, pgbouncer)
  try {
    const { token, cookie } = await installation.signIn()
    const caller: Caller = { url: installation.url, token, name: 'Admin' }
    const { events, desk: firstDesk } = await countEvents({ installation, caller })
    const writes = createWrites(events)
    const gap = createGap()
    const tally = watchedTally(gap.tell)
    const visitorDesk = createDesk({ installation, writes, caller, tally })
    const visitor = await prepareVisitor(caller, visitorDesk, writes)

    const desks = Array.from({ length: deskCount }, () => createDesk({ installation, writes, caller, tally }))
    const state = { isOver: false }
    const work = Promise.all(
      desks.map(async (desk) => {
        while (!state.isOver) await desk.step(ordersOfDesk)
      }),
    )
    work.catch(() => {})
    const reads = startReads({ url: installation.url, token, ...visitor })
    await pause(calmMs)
    if (reads.wrong.size > 0)
      throw new Error(`reads fail without a fault: ${JSON.stringify([...reads.wrong])}`)
    const struck: Round[] = []
    for (let round = 0; round < rounds; round++) {
      const fault = faults[round % faults.length]
      if (!fault) break
      await Promise.race([pause(calmMs), work])
      gap.begin()
      reads.begin()
      const before = tally.acknowledged
      const { node, mend } = await fault.strike(cluster)
      // Long enough for a lost primary to be replaced, and at least until writes are acknowledged again.
      const struckAt = performance.now()
      while (performance.now() - struckAt < 30_000 || tally.acknowledged === before) {
        await Promise.race([pause(200), work])
        if (performance.now() - struckAt > 120_000) break
      }
      const byRead = reads.gaps()
      const paused = { writes: gap.seconds(), reads: Math.max(...Object.values(byRead)) }
      const longest = Object.entries(byRead).map(([name, seconds]) => `${name} ${seconds.toFixed(1)}`)
      await mend()
      await cluster.untilWhole()
      struck.push({ kind: fault.name, acknowledged: tally.acknowledged - before, ...paused })
      log(
        `${round + 1}. ${fault.name} (node ${node}): writes again after ${shown(paused.writes, limits.writes)}, reads after ${shown(paused.reads, limits.reads)} (${longest.join(', ')}); ${tally.acknowledged} acknowledged so far, primary now node ${await cluster.requirePrimary()}`,
      )
    }
    await pause(calmMs)
    state.isOver = true
    await work
    await reads.stop()
    await installation.untilServing()
    const untilWritten = Date.now() + 60_000
    while ((await lateRecords()) > 0 && Date.now() < untilWritten) await pause(500)

    for (const [orderId, model] of visitorDesk.orders)
      visitorDesk.orders.set(orderId, { ...model, events: (await visitorDesk.read(orderId)).events.length })
    const { violations, ...found } = await verifyInstallation({
      installation,
      caller: { ...caller, cookie },
      desks: [firstDesk, visitorDesk, ...desks],
    })
    const [recorded] = await queryPrimary<{ count: string }>(
      `select coalesce(sum(1 + repeats), 0) as count from downloads where order_id = ${visitor.orderId}`,
    )
    const { whole, tried } = reads.downloads
    const downloads = Number(recorded?.count)
    if (downloads < whole || downloads > tried)
      violations.push(`${whole} of ${tried} downloads were whole, ${downloads} are recorded`)
    if ((await lateRecords()) > 0)
      violations.push(`${await lateRecords()} late records have not been written`)
    for (const [what, count] of reads.wrong)
      log(`answered otherwise than with 200 or a 503 that says when: ${what}, ${count} times`)
    const worst = {
      writes: Math.max(...struck.map(({ writes }) => writes)),
      reads: Math.max(...struck.map(({ reads }) => reads)),
    }
    if (worst.writes > limits.writes)
      violations.push(`writes were away for ${shown(worst.writes, limits.writes)}`)
    if (worst.reads > limits.reads) violations.push(`reads were away for ${shown(worst.reads, limits.reads)}`)
    for (const line of tableOf(struck)) log(line)
    log(
      `${rounds} faults, ${tally.acknowledged} acknowledged writes, ${tally.unanswered.done + tally.unanswered.notDone} without an answer (${tally.unanswered.done} done), ${JSON.stringify(found)}; longest pause of writes ${worst.writes.toFixed(1)} s, of reads ${worst.reads.toFixed(1)} s; ${reads.refused()} calls told to come again; ${downloads} downloads recorded of ${whole} whole ones`,
    )
    reportFigures({
      tried: `${rounds} faults, ${thousands(tally.acknowledged)} acknowledged writes`,
      found: `${tally.violations.length + violations.length} lost, doubled or half done; writes away for ${worst.writes.toFixed(1)} s at most, reads for ${worst.reads.toFixed(1)} s`,
    })
    return [...tally.violations, ...violations]
  } finally {
    await installation.remove()
  }
}
