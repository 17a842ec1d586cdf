// npm run trial -- shares [--only TEXT]: what one takes of each resource keeps nobody else from theirs.
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { uploadDocument } from '#contract/documents.ts'
import { createOrder } from '#contract/intake.ts'
import { moveOrders } from '#contract/moves.ts'
import { listOrders } from '#contract/orders.ts'
import { downloadDocument, trackOrder } from '#contract/visitor.ts'
import setup from '../../test/support/global-setup.ts'
import { request, send } from '../../test/support/call.ts'
import { aPdf, asFile } from '../../test/support/document-fixtures.ts'
import { anOrder } from '../../test/support/orders.ts'
import { testIntakeKey } from '../../test/support/test-app.ts'
import { from, nextAddress, startFuzzTarget } from '../fuzz/fuzz-target.ts'
import { reportFigures } from '../figures.ts'
import { attackNames, type AttackContext } from './attacks.ts'

/** Answers must stay within so many times their usual. */
const aim = 3
const rounds = 15
/** ms until an attack has taken its share. */
const settleMs = 4000

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const teardown = await setup()
const target = await startFuzzTarget()
const { url, database, callers } = target

const tokenOf = async (role: 'Team' | 'Manager') => (await callers.of(role)).headers['authorization'] ?? ''
const [greedy, colleague] = [await tokenOf('Team'), await tokenOf('Manager')]

async function placeOrder(): Promise<{ orderId: number; email: string }> {
  const order = anOrder()
  const { body } = await send(
    url,
    createOrder,
    { body: order },
    { token: testIntakeKey, ...from(nextAddress()) },
  )
  return { orderId: body.data.order_id, email: String(order['email']) }
}
const upload = async (orderId: number, email: string) => {
  const file = asFile(await aPdf(`Order ${orderId} ${Math.random()}`), 'approved.pdf')
  const { http, body } = await send(
    url,
    uploadDocument,
    { body: { orderId, email }, file },
    { token: colleague },
  )
  if (http !== 200) throw new Error(`an upload was answered ${http}`)
  return body.data.file1
}

const own = await placeOrder()
const file1 = await upload(own.orderId, own.email)
const opened = await send(url, trackOrder, { body: own }, from('203.0.113.7'))
const cookie = opened.headers.getSetCookie()[0]?.split(';')[0] ?? ''

const answers = {
  list: async () =>
    (await send(url, listOrders, { params: { orderName: 'openOrder' } }, { token: colleague })).http,
  upload: async () => {
    const { orderId, email } = await placeOrder()
    await upload(orderId, email)
    return 200
  },
  download: async () => {
    const response = await request(
      url,
      downloadDocument,
      { body: { orderId: own.orderId, file1 } },
      { cookie, ...from('203.0.113.7') },
    )
    await response.arrayBuffer()
    return response.status
  },
}
type Name = keyof typeof answers

/** Medians in ms; Infinity where a call was refused. */
async function measure(): Promise<Record<Name, number>> {
  const medians: Partial<Record<Name, number>> = {}
  for (const [name, ask] of Object.entries(answers) as [Name, () => Promise<number>][]) {
    const times: number[] = []
    for (let left = rounds; left > 0; left--) {
      const begun = performance.now()
      const status = await ask().catch(() => 0)
      times.push(status === 200 ? performance.now() - begun : Infinity)
    }
    medians[name] = times.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Infinity
  }
  return medians as Record<Name, number>
}

/** Starts the attack in a process of its own, so that it does not slow the measuring one. */
function startAttack(name: string): ChildProcess {
  const context: AttackContext = {
    name,
    url,
    greedy,
    databaseUrl: target.databaseUrl,
    orderId: waitedFor.orderId,
    disputedId: disputed.orderId,
  }
  return spawn('npx', ['tsx', 'trials/shares/run-attack.ts', JSON.stringify(context)], {
    stdio: 'inherit',
    detached: true,
  })
}

const waitedFor = await placeOrder()
const disputed = await placeOrder()
await send(
  url,
  moveOrders,
  { body: { orderId: disputed.orderId, updatingStatus: 'ChargeBack' } },
  { token: colleague },
)

const found: string[] = []
let highest = 0
try {
  await measure()
  const usual = await measure()
  console.log(
    'usual:',
    Object.entries(usual)
      .map(([name, ms]) => `${name} ${ms.toFixed(1)} ms`)
      .join(', '),
  )
  for (const name of attackNames.filter((it) => it.includes(options.only))) {
    await database.renewLimits()
    const attack = startAttack(name)
    await pause(settleMs)
    const medians = await measure()
    if (attack.pid !== undefined) process.kill(-attack.pid, 'SIGKILL')
    const ratios = Object.entries(medians).map(([answer, ms]): [string, number] => [
      answer,
      ms / usual[answer as Name],
    ])
    console.log(`${name}: ${ratios.map(([answer, ratio]) => `${answer} ×${ratio.toFixed(1)}`).join(', ')}`)
    highest = Math.max(highest, ...ratios.map(([, ratio]) => ratio))
    found.push(...ratios.filter(([, ratio]) => ratio > aim).map(([answer]) => `${name}: ${answer}`))
    await pause(1000)
  }
  reportFigures({
    tried: `${attackNames.length} ways to take all, with lists, uploads and downloads of others meanwhile`,
    found: `at most ${highest.toFixed(1)} times as long as usual (aim ${aim}); ${found.length} over it`,
  })
  for (const problem of found) console.log(`✗ ${problem} takes more than ${aim} times as long`)
  process.exitCode = found.length > 0 ? 1 : 0
} finally {
  await target.end()
  await teardown()
}
process.exit()
