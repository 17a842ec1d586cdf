import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { correctOrder } from '#contract/corrections.ts'
import { largeBodyBytes } from '#contract/endpoint.ts'
import { createOrder } from '#contract/intake.ts'
import { followHoldings } from '#server/platform/http/holdings.ts'
import { guardBodies, type BodyLimits } from '#server/platform/http/body-guard.ts'
import { exceedsJsonLimits } from '#server/platform/http/json-body.ts'
import { handleErrors } from '#server/platform/http/answer.ts'
import { readUploads } from '#server/platform/http/multipart.ts'
import { useSecurityLog } from '#server/platform/http/security-log.ts'
import type { SecurityEvent } from '#server/platform/refusal.ts'
import { anOrder } from '../support/orders.ts'
import { testIntakeKey } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { sendgridKey } from '../support/webhooks.ts'

const sockets: Socket[] = []

async function sendRaw(url: string, head: readonly string[], body = ''): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  await once(socket, 'connect')
  socket.write([...head, '', body].join('\r\n'))
  return socket
}
async function statusLine(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, 'data')) as [Buffer]
  return chunk.toString().split('\r\n')[0] ?? ''
}

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

describe('the server', () => {
  const key = sendgridKey()
  const app = useTestApp({
    env: {
      TRUST_PROXY: '127.0.0.1',
      SENDGRID_INBOUND_KEY: key.publicKey,
      SENDGRID_WEBHOOK_KEY: key.publicKey,
    },
  })

  const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
    fetch(`${app.url}/api${path}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    })

  test.each([
    ['PUT', correctOrder.path, 'HTTP/1.1 401'],
    ['POST', createOrder.path, 'HTTP/1.1 403'],
    ['POST', '/admin/upload-visa-document', 'HTTP/1.1 401'],
  ])('%s %s is refused before its body arrives', async (method, path, expected) => {
    const socket = await sendRaw(app.url, [
      `${method} /api${path} HTTP/1.1`,
      'host: localhost',
      'content-type: application/json',
      `content-length: ${largeBodyBytes}`,
    ])
    expect(await statusLine(socket)).toContain(expected)
  })

  test('340,000 keys in 0.8 MB of gzip are refused without being inflated', async () => {
    const keys = Object.fromEntries(Array.from({ length: 340_000 }, (_, index) => [`key${index}`, index]))
    const answer = await post('/front/track-order', gzipSync(JSON.stringify(keys)), {
      'content-encoding': 'gzip',
    })
    expect(answer.status).toBe(415)
    expect(await answer.json()).toMatchObject({ message: 'Compressed requests are not supported.' })
  })

  test('a public call accepts 64 kB, intake 512 kB', async () => {
    const long = (bytes: number) => JSON.stringify({ ...anOrder(), note: 'x'.repeat(bytes) })
    expect((await post('/front/track-order', long(64 * 1024))).status).toBe(413)
    const withKey = { authorization: testIntakeKey }
    // Read completely, then refused for the unknown field.
    expect((await post('/intake/orders', long(400 * 1024), withKey)).status).toBe(400)
    expect((await post('/intake/orders', long(512 * 1024), withKey)).status).toBe(413)
  })

  test.each([
    ['more values than any call needs', JSON.stringify(Array.from({ length: 20_002 }, () => 1))],
    ['deeper ones than any call needs', `${'['.repeat(51)}${']'.repeat(51)}`],
  ])('a body of %s is refused before it is parsed', async (_, body) => {
    const answer = await post('/front/track-order', body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'The request has too many values.' })
  })

  test('an idle sender of a large hook body holds the slot of its own address only', async () => {
    const head = (ip: string) => [
      'POST /api/hooks/sendgrid/events HTTP/1.1',
      'host: localhost',
      `x-forwarded-for: ${ip}`,
      // The signature is of another body, which is known only at the end.
      ...Object.entries(key.headersFor(Buffer.from('[]'))).map(([name, value]) => `${name}: ${value}`),
      'content-length: 8000000',
    ]
    await sendRaw(app.url, head('203.0.113.1'))
    await sendRaw(app.url, head('203.0.113.1'))
    expect(await statusLine(await sendRaw(app.url, head('203.0.113.1')))).toContain('503')
    const body = Buffer.from(JSON.stringify([]).padEnd(2_000_000))
    const answer = await post('/hooks/sendgrid/events', body, {
      ...key.headersFor(body),
      'x-forwarded-for': '203.0.113.2',
    })
    expect(answer.status).toBe(200)
  })
})

describe('a slow body', () => {
  const limits: BodyLimits = {
    checkInterval: 50,
    deadline: 400,
    fileDeadline: 60_000,
    leastBytesPerSecond: 1000,
    // Longer than a busy machine keeps the sender from its next part.
    throughputSpan: 2000,
    drain: 200,
    slow: { perAddress: 3, perHolder: 5, strangers: 8, total: 10 },
  }
  let app: FastifyInstance
  let url: string
  const events: SecurityEvent[] = []
  beforeAll(async () => {
    app = fastify()
    followHoldings(app)
    useSecurityLog(app, { record: (event) => void events.push(event), flush() {} })
    guardBodies(app, limits)
    app.post('/usual', () => ({}))
    app.post('/file', { bodyLimit: 20 * 1024 * 1024 }, () => ({}))
    app.post('/refused', { onRequest: async (_request, reply) => reply.code(401).send({}) }, () => ({}))
    await app.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  afterAll(() => app.close())

  const start = (path: string, begun = '{"a":') =>
    sendRaw(
      url,
      [
        `POST ${path} HTTP/1.1`,
        'host: localhost',
        'content-type: application/json',
        'content-length: 500000',
      ],
      begun,
    )

  test('is answered 408 and cut off at its deadline', async () => {
    const answer = await text(await start('/usual'))
    expect(answer).toContain('HTTP/1.1 408')
    expect(answer).toContain('The request took too long to come in.')
  })

  test('of a file may take longer while it keeps arriving', async () => {
    const kept = await start('/file')
    const idle = await start('/file')
    let isCut = false
    kept.once('close', () => (isCut = true))
    const timer = setInterval(() => kept.write(' '.repeat(2000)), 50)
    expect(await text(idle)).toContain('HTTP/1.1 408')
    await new Promise((resolve) => setTimeout(resolve, 2 * limits.deadline))
    clearInterval(timer)
    expect(isCut).toBe(false)
  })

  test('of a refused request is read briefly, then cut off', async () => {
    const socket = await start('/refused')
    expect(await text(socket)).toContain('HTTP/1.1 401')
    expect(socket.destroyed).toBe(true)
  })

  test('is refused for an address with too many of them', async () => {
    const begun = await Promise.all([1, 2, 3, 4].map(() => start('/file')))
    const first = await Promise.race(begun.map(statusLine))
    expect(first).toContain('503')
    expect(events).toContain('limit reached')
  })
})

test('the files of a form are limited together, even without a content length', async () => {
  const app = fastify({ forceCloseConnections: true })
  useSecurityLog(app, { record() {}, flush() {} })
  await app.register(multipart)
  app.post('/', { bodyLimit: 1024 * 1024 }, async (request) => {
    const { files } = await readUploads(request, 'files', 30)
    return { count: files.length }
  })
  handleErrors(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  const send = async (count: number) => {
    const form = new FormData()
    for (let left = count; left > 0; left--)
      form.append('files', new Blob([Buffer.alloc(100 * 1024)]), 'scan.pdf')
    const { body, headers } = new Request(url, { method: 'POST', body: form })
    return fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  }
  expect(await (await send(10)).json()).toEqual({ count: 10 })
  const refused = await send(20)
  expect(refused.status).toBe(413)
  expect(await refused.json()).toMatchObject({ message: 'The files have more than 1 MB together.' })
  await app.close()
})

test('the shape of a JSON text is checked without parsing it', () => {
  expect(exceedsJsonLimits(JSON.stringify({ text: '[[['.repeat(100), list: [',', ':', '"\\"', '\\'] }))).toBe(
    false,
  )
  expect(exceedsJsonLimits(`[${'"a,b",'.repeat(19_999)}1]`)).toBe(false)
  expect(exceedsJsonLimits(`[${'"a,b",'.repeat(20_001)}1]`)).toBe(true)
  expect(exceedsJsonLimits('"an end is missing')).toBe(false)
})
