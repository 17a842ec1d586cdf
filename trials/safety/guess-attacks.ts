import { randomBytes, randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { randomIp, type KnownOrder, type AttackTarget } from './attack-target.ts'

/** A request for something that the sender has no right to. */
interface Guess {
  method: 'GET' | 'POST'
  path: string
  body?: object
  cookie?: string
  /** The client IP that it claims. */
  ip: string
}

interface GuessKindDefinition {
  /** The only status codes that reveal nothing. */
  refusals: readonly number[]
  createGuess(world: AttackTarget, ip: string): Guess
}

const pick = <T>(list: readonly T[]): T => {
  const found = list[randomInt(list.length)]
  if (found === undefined) throw new Error('nothing to pick from')
  return found
}
const trackGuess = (orderId: number | string, email: string, ip: string): Guess => ({
  method: 'POST',
  path: '/api/front/track-order',
  body: { orderId, email },
  ip,
})
const signInGuess = (email: string, password: string, ip: string): Guess => ({
  method: 'POST',
  path: '/api/admin/admin-login',
  body: { email, password },
  ip,
})
const fileGuess = (orderId: number, file1: string, cookie: string, ip: string): Guess => ({
  method: 'GET',
  path: `${pick(['/uploads/docs/', '/uploads/previews/'])}${orderId}_${file1}`,
  cookie,
  ip,
})
const historyGuess = (orderId: number, cookie: string, ip: string): Guess => ({
  method: 'POST',
  path: '/api/front/get-download-history',
  body: { orderId },
  cookie,
  ip,
})

/** Changes one letter of the name. */
function withOneLetterChanged(name: string): string {
  const at = randomInt(name.indexOf('.'))
  const letter = pick([...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'])
  return letter === name[at] ? withOneLetterChanged(name) : name.slice(0, at) + letter + name.slice(at + 1)
}
const pickOrderWithDocument = ({ orders }: AttackTarget): KnownOrder & { file1: string } => {
  const { file1, ...order } = pick(orders.filter((it) => it.file1 !== null))
  return { ...order, file1: file1 ?? '' }
}
const secretOf = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1)
const cookieFor = (orderId: number, secret: string) => `pabean_order_${orderId}=${secret}`
const wrongEmails = [
  (email: string) => email.replace('customer', 'costumer'),
  (email: string) => email.replace('.com', '.org'),
  (email: string) => `${email}.`,
  (email: string) => `x${email}`,
  () => '%@%',
  () => "' or ''='",
  () => `${randomBytes(4).toString('hex')}@example.com`,
]

/** What an attacker tries who knows others' ids, e-mails or file names, but never two that belong together. */
export const guessKinds = {
  'ids with the e-mail of another order': {
    refusals: [404, 429],
    createGuess: ({ orders, attackerOrder: own }, ip) => {
      const { orderId } = pick(orders)
      const others = orders.filter((it) => it.orderId !== orderId)
      // The attacker's own is soon limited: often enough to be tried, seldom enough for most guesses to be evaluated.
      const email = pick([own.email, pick(others).email, pick(others).email, pick(others).email])
      return trackGuess(pick([orderId, orderId + 1_000_000, randomInt(100_000, 999_999_999)]), email, ip)
    },
  },
  'e-mails of a known order': {
    refusals: [404, 429],
    createGuess: ({ orders }, ip) => {
      const { orderId, email } = pick(orders)
      return trackGuess(orderId, pick(wrongEmails)(email), ip)
    },
  },
  'file names, with the cookie of another order': {
    refusals: [403, 404],
    createGuess: (world, ip) => {
      const { orderId, file1 } = pickOrderWithDocument(world)
      const { attackerOrder: own } = world
      const unknown = `${randomBytes(18).toString('base64url')}.pdf`
      return pick([
        fileGuess(orderId, file1, own.cookie, ip),
        fileGuess(orderId, file1, '', ip),
        fileGuess(own.orderId, file1, own.cookie, ip),
        fileGuess(own.orderId, unknown, own.cookie, ip),
        fileGuess(own.orderId, withOneLetterChanged(own.file1 ?? unknown), own.cookie, ip),
      ])
    },
  },
  'cookies of other orders': {
    refusals: [403],
    createGuess: ({ orders, attackerOrder: own }, ip) => {
      const { orderId } = pick(orders)
      const secret = secretOf(own.cookie)
      return historyGuess(
        orderId,
        pick([
          cookieFor(orderId, secret),
          cookieFor(orderId, randomBytes(32).toString('base64url')),
          cookieFor(orderId, ''),
          own.cookie,
          `${own.cookie}; ${cookieFor(orderId, secret.slice(0, -1))}`,
        ]),
        ip,
      )
    },
  },
} as const satisfies Record<string, GuessKindDefinition>

export type GuessKind = keyof typeof guessKinds
export interface GuessResult {
  /** Number of responses by HTTP status. */
  codes: Record<number, number>
  /** Guesses that were not refused, or that set a cookie. */
  hits: string[]
}

const concurrency = 24
/** Below the rate limit per IP, so that each guess is evaluated. */
const triesPerIp = 8

/** Sends `count` guesses of a kind, alternating between both servers. */
export async function runGuesses(world: AttackTarget, kind: GuessKind, count: number): Promise<GuessResult> {
  const { createGuess: make, refusals }: GuessKindDefinition = guessKinds[kind]
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const tally: GuessResult = { codes: {}, hits: [] }
  let sentCount = 0
  const sendRepeatedly = async () => {
    let ip = randomIp()
    for (let tries = 0; sentCount < count; tries++) {
      sentCount += 1
      if (tries % triesPerIp === 0) ip = randomIp()
      const nextGuess = make(world, ip)
      const { code, setsCookie } = await sendGuess(agent, world.urls[sentCount % 2 === 0 ? 0 : 1], nextGuess)
      tally.codes[code] = (tally.codes[code] ?? 0) + 1
      if (setsCookie || !refusals.includes(code))
        tally.hits.push(
          `${code} ${nextGuess.method} ${nextGuess.path} ${JSON.stringify(nextGuess.body ?? {})}`,
        )
    }
  }
  await Promise.all(Array.from({ length: concurrency }, sendRepeatedly))
  agent.destroy()
  return tally
}

export function sendGuess(
  agent: Agent,
  url: string,
  { method, path, body, cookie, ip }: Guess,
): Promise<{ code: number; setsCookie: boolean }> {
  const text = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${url}${path}`,
      {
        method,
        agent,
        headers: {
          'x-forwarded-for': ip,
          ...(cookie && { cookie }),
          ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        response.resume()
        response.on('end', () =>
          resolve({
            code: response.statusCode ?? 0,
            setsCookie: (response.headers['set-cookie'] ?? []).some((line) =>
              /pabean_order_\d+=./.test(line),
            ),
          }),
        )
      },
    )
    outgoing.on('error', reject)
    outgoing.end(text)
  })
}

export interface LimitCase {
  description: string
  /** How many tries were evaluated (404, a sign-in 400) and how many were rate limited (429). */
  evaluated: number
  rateLimited: number
  expected: number
}

/** Sends many concurrent tries to both servers: together they may evaluate exactly as many as the limits allow (product §5, §6). */
export async function testRateLimits({ urls, orders }: AttackTarget): Promise<LimitCase[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency })
  const count = async (tries: Guess[]) => {
    const answers = await Promise.all(
      tries.map((it, index) => sendGuess(agent, urls[index % 2 === 0 ? 0 : 1], it)),
    )
    const times = (code: number) => answers.filter((answer) => answer.code === code).length
    return { evaluated: times(400) + times(404), rateLimited: times(429) }
  }
  // The last two orders, whose limits no guess has used yet.
  const [a, b] = orders.slice(-2)
  if (!a || !b) throw new Error('the limits need two orders')
  const firstIp = randomIp()
  const secondIp = randomIp()
  const wrong = () => `${randomBytes(6).toString('hex')}@example.com`
  const cases = [
    {
      says: 'an id from one address: 10',
      expected: 10,
      tries: Array.from({ length: 60 }, () => trackGuess(a.orderId, wrong(), firstIp)),
    },
    {
      says: 'an address, whatever the id: 30',
      expected: 30,
      tries: Array.from({ length: 120 }, (_, index) => trackGuess(700_000 + index, wrong(), secondIp)),
    },
    {
      says: 'an id, from anywhere: 100',
      expected: 100,
      tries: Array.from({ length: 300 }, () => trackGuess(b.orderId, wrong(), randomIp())),
    },
    {
      says: 'an e-mail, whatever the id and the address: 20',
      expected: 20,
      tries: Array.from({ length: 60 }, (_, index) => trackGuess(800_000 + index, a.email, randomIp())),
    },
    {
      says: 'a sign-in, whatever the address: 50 a day',
      expected: 50,
      tries: Array.from({ length: 120 }, () => signInGuess('victim@example.com', wrong(), randomIp())),
    },
  ]
  const results: LimitCase[] = []
  for (const { says, expected, tries } of cases)
    results.push({ description: says, expected, ...(await count(tries)) })
  agent.destroy()
  return results
}
