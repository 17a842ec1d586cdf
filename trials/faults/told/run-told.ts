// npm run trial -- told: what /readyz, the notice, the log and doctor say of each fault, and what was acknowledged meanwhile.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createSelfSigned } from '../../../test/support/certificate.ts'
import setup from '../../../test/support/global-setup.ts'
import { conclude } from '../../figures.ts'
import { lanes, type FaultCase, type Lane } from './cases.ts'
import { startRig, type Rig } from './rig.ts'

/** A fault is told within a minute; beside other lanes, with some seconds for the machine. */
const toldMs = 70_000

interface Told {
  fault: string
  seconds: number
  readyz: string
  doctor: string
  orders: string
  documents: string
  violations: string[]
}

/** Polls until it fits; resolves to the last answer and whether it fitted in time. */
async function untilFits(
  read: () => Promise<string | null>,
  expected: RegExp,
): Promise<{ said: string; ms: number; fits: boolean }> {
  const begun = performance.now()
  for (;;) {
    const said = (await read()) ?? ''
    const ms = performance.now() - begun
    if (expected.test(said) || ms > toldMs) return { said, ms, fits: expected.test(said) }
    await pause(500)
  }
}

async function tryFault(rig: Rig, fault: FaultCase): Promise<Told> {
  const violations: string[] = []
  const demand = (isSo: boolean, what: string) => {
    if (!isSo) violations.push(`${fault.name}: ${what}`)
  }
  const acknowledged = { orders: new Set<number>(), documents: new Set<number>() }
  let [orders, documents, isOver] = [0, 0, false]
  async function work() {
    while (!isOver) {
      const orderId = await rig.takeIn()
      orders += 1
      if (orderId !== null) {
        acknowledged.orders.add(orderId)
        documents += 1
        if (await rig.upload(orderId)) acknowledged.documents.add(orderId)
      }
      await pause(2000)
    }
  }
  const logged = rig.server.output().length
  await fault.begin(rig)
  const working = work()
  const ready = await untilFits(rig.readiness, fault.ready)
  demand(ready.fits, `/readyz says ${ready.said}`)
  if (fault.notice) {
    const notice = await untilFits(rig.notice, fault.notice)
    demand(notice.fits, `the notice says ${notice.said}`)
  }
  if (fault.log) {
    const log = await untilFits(async () => rig.server.output().slice(logged), fault.log)
    demand(log.fits, `the log says ${log.said.slice(-400)}`)
  }
  const said = await rig.doctor()
  const [line = ''] = fault.doctor.exec(said) ?? []
  demand(line !== '', `doctor says\n${said}`)
  isOver = true
  await fault.end(rig)
  await working
  if (!fault.isLasting) {
    const back = await untilFits(rig.readiness, /^200 ready$/)
    demand(back.fits, `after its end /readyz says ${back.said}`)
  }
  const [thereOrders, thereDocuments] = [await rig.rows('orders'), await rig.rows('documents')]
  for (const id of acknowledged.orders)
    demand(thereOrders.has(id), `order ${id} was acknowledged and is lost`)
  for (const id of acknowledged.documents)
    demand(thereDocuments.has(id), `the document of ${id} was acknowledged and is lost`)
  return {
    fault: fault.name,
    seconds: Math.round(ready.ms / 1000),
    readyz: ready.said.slice(0, 70),
    doctor: (said.split('\n').find((text) => text.includes(line)) ?? '').replaceAll(/ +/g, ' ').slice(0, 90),
    orders: `${acknowledged.orders.size} of ${orders}`,
    documents: `${acknowledged.documents.size} of ${documents}`,
    violations,
  }
}

async function makeCertificate() {
  const folder = await mkdtemp(join(tmpdir(), 'pabean-certificate-'))
  const hour = 3_600_000
  const { privateKey, pem } = createSelfSigned('localhost', {
    from: new Date(Date.now() - hour),
    to: new Date(Date.now() + hour),
  })
  const file = join(folder, 'authority.pem')
  await writeFile(file, pem)
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { key, cert: pem, file, remove: () => rm(folder, { recursive: true }) }
}

async function runLane({ place, cases }: Lane, only: string): Promise<Told[]> {
  const chosen = cases.filter(({ name }) => name.includes(only))
  if (chosen.length === 0) return []
  const certificate = place === 'https' ? await makeCertificate() : undefined
  const rig = await startRig({ usesDisk: place === 'disk', certificate })
  const found: Told[] = []
  try {
    const begun = await untilFits(rig.readiness, /^200 ready$/)
    if (!begun.fits) throw new Error(`before the first fault /readyz says ${begun.said}`)
    for (const fault of chosen) {
      const told = await tryFault(rig, fault)
      console.log(`${told.violations.length === 0 ? '✓' : '✗'} ${told.fault}: ${told.seconds} s`)
      for (const violation of told.violations) console.log(violation)
      found.push(told)
    }
  } finally {
    await rig.stop()
    await certificate?.remove()
  }
  return found
}

const only = process.argv.includes('--only') ? (process.argv[process.argv.indexOf('--only') + 1] ?? '') : ''
const teardown = await setup()
try {
  const told = (await Promise.all(lanes.map((lane) => runLane(lane, only)))).flat()
  console.table(
    told,
    Object.keys(told[0] ?? {}).filter((column) => column !== 'violations'),
  )
  const violations = told.flatMap((one) => one.violations)
  conclude(violations, {
    tried: `${told.length} faults of databases, stores, mail, disks, proxies, keys and clock`,
    found: `told after ${Math.max(...told.map(({ seconds }) => seconds))} s at most; ${violations.length} untold, or acknowledged and lost`,
  })
} finally {
  await teardown()
}
