import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createOrder } from '#contract/intake.ts'
import { moveOrders } from '#contract/moves.ts'
import { defencePackDetails } from '#contract/packs.ts'
import { matchDocuments } from '#contract/proposals.ts'
import { signIn } from '#contract/session.ts'
import { trackOrder } from '#contract/visitor.ts'
import { send } from '../../test/support/call.ts'
import { asFile } from '../../test/support/document-fixtures.ts'
import { hostileDocuments } from '../../test/support/hostile-documents.ts'
import { anOrder } from '../../test/support/orders.ts'
import { testIntakeKey } from '../../test/support/test-app.ts'
import { from, nextAddress } from '../fuzz/fuzz-target.ts'

export interface AttackContext {
  name: string
  url: string
  databaseUrl: string
  greedy: string
  orderId: number
  disputedId: number
}

/** Repeats `work` without end, in `count` loops. */
const keepDoing = (count: number, work: (at: number) => Promise<unknown>) =>
  Promise.all(
    Array.from({ length: count }, async (_, at) => {
      for (;;) await work(at).catch(() => pause(50))
    }),
  )

/** Sends slow bodies over and over, `count` at once. */
function drip(
  { url }: AttackContext,
  path: string,
  {
    addressOf,
    length,
    headers,
  }: { addressOf: (at: number) => string; length: number; headers: readonly string[] },
): Promise<unknown> {
  const { hostname, port } = new URL(url)
  return keepDoing(400, async (at) => {
    const socket = connect(Number(port), hostname).on('error', () => {})
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `x-forwarded-for: ${addressOf(at)}`,
      ...headers,
      `content-length: ${length}`,
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    const timer = setInterval(() => socket.write(' '.repeat(4500)), 1000)
    await once(socket, 'close')
    clearInterval(timer)
  })
}

const slowPdf = asFile(hostileDocuments['nested.pdf'](), 'slow.pdf')

const attacks: Record<string, (context: AttackContext) => Promise<unknown>> = {
  'a member: 30 calls that wait in the database': async ({ url, greedy, databaseUrl, orderId }) => {
    const holder = new pg.Client({ connectionString: databaseUrl })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from orders where order_id = $1 for update', [orderId])
    const body = { orderId, updatingStatus: 'Awaiting' as const }
    await keepDoing(30, () => send(url, moveOrders, { body }, { token: greedy }))
  },
  'a member: 12 slow PDFs': ({ url, greedy }) =>
    keepDoing(12, () => send(url, matchDocuments, { body: {}, file: [slowPdf] }, { token: greedy })),
  'a member: 30 packs': ({ url, greedy, disputedId }) =>
    keepDoing(30, () =>
      send(url, defencePackDetails, { body: { orderId: disputedId, defencePackType: 1 } }, { token: greedy }),
    ),
  'a member: files that drip': (context) =>
    drip(context, '/api/admin/upload-visa-document', {
      addressOf: nextAddress,
      length: 10_000_000,
      headers: [`authorization: ${context.greedy}`, 'content-type: multipart/form-data; boundary=x'],
    }),
  'a key: 60 orders at once': ({ url }) =>
    keepDoing(60, () =>
      send(url, createOrder, { body: anOrder() }, { token: testIntakeKey, ...from('198.51.100.9') }),
    ),
  'a stranger: bodies that drip, of 20 /64s': (context) =>
    drip(context, '/api/front/track-order', {
      addressOf: (at) => `2001:db8:9:${(at % 20) + 1}::${at}`,
      length: 60_000,
      headers: ['content-type: application/json'],
    }),
  'a stranger: 100 guesses at once': ({ url }) =>
    keepDoing(100, (at) =>
      send(
        url,
        trackOrder,
        { body: { orderId: 3_000_000 + at, email: 'nobody@example.com' } },
        from(`192.0.2.${at}`),
      ),
    ),
  'a stranger: 60 sign-ins at once': ({ url }) =>
    keepDoing(60, (at) =>
      send(url, signIn, { body: { email: `nobody${at}@example.com`, password: 'x' } }, from(`192.0.2.${at}`)),
    ),
}

export const attackNames = Object.keys(attacks)
export const runAttack = (context: AttackContext) => attacks[context.name]?.(context)
