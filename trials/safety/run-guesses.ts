// npm run trial -- guesses [count]: guesses of ids, e-mails, file names and cookies of other orders over two servers, 100,000 by
// default; the limits of tries; and whether the time of a refusal tells why it is one.
import { randomBytes, randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { uploadDocument } from '#contract/documents.ts'
import { moveOrders } from '#contract/moves.ts'
import { trackOrder } from '#contract/visitor.ts'
import { cookieOf, send } from '../../test/support/call.ts'
import { aPdf, asFile } from '../../test/support/document-fixtures.ts'
import setup from '../../test/support/global-setup.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { startServerProcess } from '../../test/support/server-process.ts'
import { serverEnvironment, startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { reportFigures, thousands } from '../figures.ts'

const count = Number(process.argv[2] ?? 100_000)
const orderCount = 300
const withDocument = 40
const concurrency = 24
/** Below the limits of an address and of an id, so that each try is evaluated. */
const triesPerAddress = 8
const triesPerId = 80
const timingRounds = 1000

interface KnownOrder {
  orderId: number
  email: string
  file1: string
}

interface Guess {
  method: 'GET' | 'POST'
  path: string
  body?: object
  cookie?: string
}

const randomAddress = () => `${randomInt(11, 200)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
const pick = <T>(list: readonly T[]): T => {
  const found = list[randomInt(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
const randomSecret = (bytes: number) => randomBytes(bytes).toString('base64url')

const track = (orderId: number, email: string): Guess => ({
  method: 'POST',
  path: '/api/front/track-order',
  body: { orderId, email },
})
const signIn = (email: string): Guess => ({
  method: 'POST',
  path: '/api/admin/admin-login',
  body: { email, password: randomSecret(6) },
})
const file = (orderId: number, file1: string, cookie: string): Guess => ({
  method: 'GET',
  path: `${pick(['/uploads/docs/', '/uploads/previews/'])}${orderId}_${file1}`,
  cookie,
})

async function startTarget(app: TestApp) {
  const env = { ...serverEnvironment(app), TRUST_PROXY: '127.0.0.1' }
  const servers = await Promise.all([startServerProcess(env), startServerProcess(env)])
  const token = await app.signInAs('Team')
  const orders: KnownOrder[] = []
  for (let index = 0; index < orderCount; index++) {
    const email = `customer${index}@example.com`
    const orderId = await createTestOrder(app, { email, arrival_email: email })
    const pdf = index < withDocument ? asFile(await aPdf(`Order ${orderId}`), 'approved.pdf') : null
    const uploaded =
      pdf && (await app.call(uploadDocument, { body: { orderId, email }, file: pdf }, { token }))
    orders.push({ orderId, email, file1: uploaded?.body.data.file1 ?? '' })
  }
  const [own, ...others] = orders
  if (!own) throw new Error('there is no order')
  const { orderId, email } = own
  const from = { headers: { 'x-forwarded-for': randomAddress() } }
  const opened = await send(servers[0].url, trackOrder, { body: { orderId, email } }, from)
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  let turn = 0
  return {
    others,
    own: { ...own, cookie: cookieOf(opened.headers) },
    send({ method, path, body, cookie }: Guess, ip: string): Promise<{ code: number; opens: boolean }> {
      const { url } = servers[turn++ % 2 === 0 ? 0 : 1]
      const headers = {
        'x-forwarded-for': ip,
        ...(cookie && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      }
      return new Promise((resolve, reject) => {
        request(`${url}${path}`, { method, agent, headers }, (response) => {
          const cookies = response.headers['set-cookie'] ?? []
          const opens = cookies.some((line) => /pabean_order_\d+=./.test(line))
          response.resume().on('end', () => resolve({ code: response.statusCode ?? 0, opens }))
        })
          .on('error', reject)
          .end(body && JSON.stringify(body))
      })
    },
    async stop() {
      agent.destroy()
      await Promise.all(servers.map((server) => server.end()))
    },
  }
}
type Target = Awaited<ReturnType<typeof startTarget>>

const wrongEmails = [
  (email: string) => email.replace('customer', 'costumer'),
  (email: string) => email.replace('.com', '.org'),
  (email: string) => `${email}.`,
  (email: string) => `x${email}`,
  () => '%@%',
  () => "' or ''='",
  () => `${randomSecret(4)}@example.com`,
]

/** Attackers who know others' ids, e-mails or file names, and the statuses that reveal nothing. */
const kinds: Record<string, { refusals: readonly number[]; make: (target: Target) => Guess }> = {
  'ids with the e-mail of another order': {
    refusals: [404, 429],
    make({ others, own }) {
      const { orderId } = pick(others)
      const strangers = others.filter((it) => it.orderId !== orderId)
      // The attacker's own e-mail is soon limited, so it is used seldom.
      const email = randomInt(4) === 0 ? own.email : pick(strangers).email
      return track(pick([orderId, orderId + 1_000_000, randomInt(100_000, 999_999_999)]), email)
    },
  },
  'e-mails of a known order': {
    refusals: [404, 429],
    make({ others }) {
      const { orderId, email } = pick(others)
      return track(orderId, pick(wrongEmails)(email))
    },
  },
  'file names, with the cookie of another order': {
    refusals: [403, 404],
    make({ others, own }) {
      const { orderId, file1 } = pick(others.filter((it) => it.file1 !== ''))
      const at = randomInt(own.file1.indexOf('.'))
      const changed = own.file1.slice(0, at) + (own.file1[at] === 'a' ? 'b' : 'a') + own.file1.slice(at + 1)
      return pick([
        file(orderId, file1, own.cookie),
        file(orderId, file1, ''),
        file(own.orderId, file1, own.cookie),
        file(own.orderId, `${randomSecret(18)}.pdf`, own.cookie),
        file(own.orderId, changed, own.cookie),
      ])
    },
  },
  'cookies of other orders': {
    refusals: [403],
    make({ others, own }) {
      const { orderId } = pick(others)
      const secret = own.cookie.slice(own.cookie.indexOf('=') + 1)
      const guessed = [secret, randomSecret(32), '', secret.slice(0, -1)]
      const cookie = pick([own.cookie, ...guessed.map((it) => `pabean_order_${orderId}=${it}`)])
      return { method: 'POST', path: '/api/front/get-download-history', body: { orderId }, cookie }
    },
  },
}

/** Sends guesses of a kind; answers those that were not refused. */
async function tryGuesses(target: Target, kind: string, guesses: number): Promise<string[]> {
  const { refusals = [], make } = kinds[kind] ?? {}
  const hits: string[] = []
  let sent = 0
  const work = async () => {
    let ip = randomAddress()
    for (let tries = 0; make && sent < guesses; tries++) {
      sent += 1
      if (tries % triesPerAddress === 0) ip = randomAddress()
      const guess = make(target)
      const { code, opens } = await target.send(guess, ip)
      if (opens || !refusals.includes(code)) hits.push(`${code} ${JSON.stringify(guess)}`)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return hits
}

/** Many simultaneous tries on both servers: together they evaluate as many as the limits allow (product §5, §6). */
async function tryLimits(target: Target): Promise<string[]> {
  // No guess has used the limits of these orders yet.
  const [a, b] = target.others.slice(-2)
  if (!a || !b) throw new Error('the limits need two orders')
  const [one, two] = [randomAddress(), randomAddress()]
  const wrong = () => `${randomSecret(6)}@example.com`
  const cases: [says: string, allowed: number, tries: number, make: (nth: number) => [Guess, string]][] = [
    ['an id from one address', 10, 60, () => [track(a.orderId, wrong()), one]],
    ['an address, whatever the id', 300, 400, (nth) => [track(700_000 + nth, wrong()), two]],
    ['an id, from anywhere', 100, 300, () => [track(b.orderId, wrong()), randomAddress()]],
    ['an e-mail, from anywhere', 20, 60, (nth) => [track(800_000 + nth, a.email), randomAddress()]],
    ['a sign-in a day, from anywhere', 50, 120, () => [signIn('victim@example.com'), randomAddress()]],
  ]
  const broken: string[] = []
  for (const [says, allowed, tries, make] of cases) {
    const answers = await Promise.all(Array.from({ length: tries }, (_, nth) => target.send(...make(nth))))
    const evaluated = answers.filter(({ code }) => code === 400 || code === 404).length
    console.log(`${says}: ${evaluated} of ${tries} evaluated, ${allowed} allowed`)
    if (evaluated !== allowed) broken.push(`${says}: ${evaluated} instead of ${allowed}`)
  }
  return broken
}

/** Times of a wrong id, a wrong e-mail and a deleted order: the gap of the medians and its bound, in ms. */
async function compareTimings(app: TestApp, target: Target): Promise<{ gap: number; spread: number }> {
  const perKind = Math.ceil(timingRounds / triesPerId)
  const [known, deleted] = [target.others.slice(0, perKind), target.others.slice(perKind, 2 * perKind)]
  const body = { orderId: deleted.map(({ orderId }) => orderId), updatingStatus: 'Deleted' as const }
  await app.call(moveOrders, { body }, { token: await app.signInAs('Admin') })
  const email = 'nobody@example.com'
  const nth = (list: readonly KnownOrder[], round: number) => list[round % list.length]?.orderId ?? 0
  const makers: Record<string, (round: number) => Guess> = {
    'wrong id': () => track(randomInt(500_000_000, 900_000_000), email),
    'wrong e-mail': (round) => track(nth(known, round), `${round}@example.com`),
    'deleted order': (round) => track(nth(deleted, round), `${round}@example.net`),
  }
  const times = new Map(Object.keys(makers).map((name) => [name, [] as number[]]))
  for (let round = -100; round < timingRounds; round++)
    for (const [name, make] of Object.entries(makers).toSorted(() => Math.random() - 0.5)) {
      const began = performance.now()
      await target.send(make(Math.abs(round)), randomAddress())
      if (round >= 0) times.get(name)?.push(performance.now() - began)
    }
  const quartiles = [...times.values()].map((list) => {
    const sorted = list.toSorted((a, b) => a - b)
    return [0.25, 0.5, 0.75].map((part) => sorted[Math.floor(part * (sorted.length - 1))] ?? 0)
  })
  const medians = quartiles.map(([, median = 0]) => median)
  const spreads = quartiles.map(([low = 0, , high = 0]) => high - low)
  console.log(Object.fromEntries([...times.keys()].map((name, at) => [name, quartiles[at]])))
  return { gap: Math.max(...medians) - Math.min(...medians), spread: Math.min(...spreads) }
}

const teardown = await setup()
const app = await startTestApp()
const target = await startTarget(app)
const wrong: string[] = []
try {
  // Limits come first, because guesses use up the limits of the orders.
  wrong.push(...(await tryLimits(target)))
  for (const kind of Object.keys(kinds)) {
    const hits = await tryGuesses(target, kind, Math.ceil(count / Object.keys(kinds).length))
    console.log(`${kind}: ${hits.length} hits`)
    wrong.push(...hits)
  }
  const { gap, spread } = await compareTimings(app, target)
  if (gap >= spread) wrong.push(`medians of refusals lie ${gap.toFixed(3)} ms apart, spread ${spread}`)
  reportFigures({
    tried: `${thousands(count)} guesses of ${Object.keys(kinds).length} kinds, ${timingRounds} refusals of three kinds`,
    found: `${wrong.length} hits or limits that do not hold; medians of refusals ${gap.toFixed(3)} ms apart, spread ${spread.toFixed(3)} ms`,
  })
} finally {
  await target.stop()
  await app.stop()
  await teardown()
}
for (const line of wrong.slice(0, 20)) console.log(`✗ ${line}`)
process.exit(wrong.length === 0 ? 0 : 1)
