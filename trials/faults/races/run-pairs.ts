import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { SMTPServer } from 'smtp-server'
import { setTimeout as pause } from 'node:timers/promises'
import { jakartaToday } from '#contract/rules/dates.ts'
import { createChance, type Chance } from '#server/demo/random.ts'
import { mendCounts } from '#server/orders/recount.queries.ts'
import { request } from '../../../test/support/call.ts'
import { portOf } from '../../../test/support/mail/servers.ts'
import { createTestOrder } from '../../../test/support/orders.ts'
import { expectQueuesToAgree } from '../../../test/support/queue-consistency.ts'
import { startServerProcess } from '../../../test/support/server-process.ts'
import { serverEnvironment, startTestApp, testIntakeKey } from '../../../test/support/test-app.ts'
import { pairs, type Answered, type Pair, type PairArena } from './pairs.ts'

export interface PairLine {
  servers: number
  name: string
  repetitions: number
  violations: number
}

/** A slow mail server that defers half of the mails once. */
async function startDeferringSmtp(chance: Chance) {
  const accepted: { from: string; to: string }[] = []
  const known = new Set<string>()
  const smtp = new SMTPServer({
    hideSTARTTLS: true,
    authOptional: true,
    async onRcptTo({ address }, { envelope }, done) {
      const from = envelope.mailFrom ? envelope.mailFrom.address : ''
      await pause(chance.integer(0, 3000))
      const isNew = !known.has(`${from} ${address}`)
      known.add(`${from} ${address}`)
      if (isNew && chance.percent(50))
        return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
      done()
    },
    onData(stream, { envelope }, done) {
      stream.resume()
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        for (const { address: to } of envelope.rcptTo) accepted.push({ from, to })
        done()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  return {
    url: `smtp://127.0.0.1:${portOf(smtp.server)}`,
    acceptedOf: (orderId: number) =>
      accepted.flatMap(({ from, to }) => (from.startsWith(`${orderId}@`) ? to : [])),
    stop: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

/** Path of Debian's `faketime`: every second server's clock is 15 s ahead. */
const clockAhead = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .filter((path) => existsSync(path))
  .map((path) => ({ LD_PRELOAD: path, FAKETIME: '+15s' }))[0]

const atOnce = 20

async function repeat(pair: Pair, arena: PairArena, repetitions: number, found: string[]): Promise<void> {
  let next = 0
  const work = async () => {
    for (let nth = next++; nth < repetitions; nth = next++) {
      const wrong = await pair.run(arena, nth).catch((error: Error) => error.message)
      if (wrong !== null) found.push(`${pair.name}: ${wrong}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

export async function runPairs(options: {
  servers: number
  repetitions: number
  seed: number
}): Promise<{ lines: PairLine[]; violations: string[] }> {
  const chance = createChance(options.seed)
  const app = await startTestApp()
  const smtp = await startDeferringSmtp(createChance(options.seed + 1))
  const env = { ...serverEnvironment(app), INTAKE_KEY: testIntakeKey, SMTP_URL: smtp.url }
  const servers = await Promise.all(
    Array.from({ length: options.servers }, (_, nth) =>
      startServerProcess({ ...env, ...(nth % 2 === 1 && clockAhead) }),
    ),
  )
  const violations: string[] = []
  try {
    const tokens = { Admin: await app.signInAs('Admin'), Team: await app.signInAs('Team') }
    let calls = 0
    const arena: PairArena = {
      owner: app.owner,
      chance,
      acceptedOf: smtp.acceptedOf,
      newOrder: (email) => createTestOrder(app, { email, amount: '49.00', currency: 'USD' }),
      as: (role) => async (endpoint, input) => {
        const { url } = servers[calls++ % servers.length] ?? app
        const response = await request(url, endpoint, input, { token: tokens[role] })
        const answered: Answered = { http: response.status, body: await response.json() }
        if (answered.http === 500) violations.push(`${endpoint.path} answered 500`)
        return answered
      },
    }
    const found = new Map<string, string[]>(pairs.map(({ name }) => [name, []]))
    await Promise.all(
      pairs.map((pair) => repeat(pair, arena, options.repetitions, found.get(pair.name) ?? [])),
    )
    const { orders } = await app.owner.transaction().execute((tx) => mendCounts(tx, jakartaToday(new Date())))
    if (orders > 0) violations.push(`${orders} orders are miscounted`)
    const admin = await app.owner
      .selectFrom('members')
      .select('id')
      .where('role', '=', 'Admin')
      .limit(1)
      .executeTakeFirstOrThrow()
    await expectQueuesToAgree(app, [{ token: tokens.Admin, id: admin.id }], 100).catch((error: Error) =>
      violations.push(error.message),
    )
    const lines = pairs.map(({ name }) => ({
      servers: options.servers,
      name,
      repetitions: options.repetitions,
      violations: found.get(name)?.length ?? 0,
    }))
    return { lines, violations: [...violations, ...[...found.values()].flat()] }
  } finally {
    await Promise.all(servers.map((server) => server.end()))
    await smtp.stop()
    await app.stop()
  }
}
