import { symbols } from 'pino'
import { expect, test, vi } from 'vitest'
import { listGateways } from '#contract/gateways.ts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { startTestApp } from '../support/test-app.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

interface OpenApi {
  openapi: string
  paths: Record<
    string,
    Record<
      string,
      {
        description: string
        parameters: { name: string; in: string }[]
        requestBody?: { content: Record<string, unknown> }
      }
    >
  >
}

test("the OpenAPI document contains the contract's endpoints", async () => {
  const response = await fetch(`${app.url}/api/docs/json`)
  const document: OpenApi = await response.json()
  expect(document.openapi).toBe('3.0.3')
  expect(Object.keys(document.paths).filter((path) => path.includes('metrics'))).toEqual([])
  const list = document.paths['/admin/get-orders-list/{orderName}']?.get
  expect(list?.parameters).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'orderName', in: 'path' }),
      expect.objectContaining({ name: 'page', in: 'query' }),
    ]),
  )
  expect(document.paths['/admin/add-team-member']?.post?.description).toBe(
    'Open to: manageTeam. Needs a sign-in of the last 15 minutes; else 403 with the code REAUTH_REQUIRED',
  )
  const upload = document.paths['/admin/upload-visa-document']?.post
  expect(upload?.requestBody?.content).toHaveProperty('multipart/form-data.schema.properties.uploadVisaDoc')
})

test('the API documentation page is served', async () => {
  const response = await fetch(`${app.url}/api/docs/`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('swagger-ui')
})

test('health and readiness answer without a session (product §10)', async () => {
  for (const path of ['/healthz', '/readyz']) {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status, path).toBe(200)
  }
})

test('an unknown path and an invalid JSON body are answered with status 0 and a message (product §5)', async () => {
  const unknown = await fetch(`${app.url}/api/admin/nothing-here`)
  expect(unknown.status).toBe(404)
  expect(await unknown.json()).toEqual({ status: 0, message: 'There is nothing at this address.' })
  const broken = await fetch(`${app.url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email": ',
  })
  expect(broken.status).toBe(400)
  expect(await broken.json()).toEqual({ status: 0, message: 'The request could not be read.' })
})

test('an undecodable path is answered with the envelope and does not repeat the path', async () => {
  for (const path of ['/api/%E0', `/api/admin/get-orders-details/${'9'.repeat(600)}`]) {
    const response = await fetch(`${app.url}${path}`)
    expect(response.status, path).toBe(400)
    expect(await response.json()).toEqual({ status: 0, message: 'The request could not be read.' })
  }
})

test('a request with too long a head is answered with status 0 and a message, and its connection ends', async () => {
  const answer = await fetch(`${app.url}/api/titles?${'x'.repeat(20_000)}`)
  expect(answer.status).toBe(431)
  expect(answer.headers.get('connection')).toBe('close')
  expect(await answer.json()).toEqual({ status: 0, message: 'The request could not be read.' })
})

/** The status line that some bytes are answered with. */
async function statusLineOf(head: readonly string[]) {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const answer = await text(socket)
  return answer.split('\r\n')[0]
}

test('TRACE, folder listings and source files are not served', async () => {
  const host = 'Host: desk.example'
  expect(await statusLineOf(['TRACE /api/titles HTTP/1.1', host, 'Connection: close'])).toMatch(/ 40[045] /)
  for (const path of ['/.git/config', '/.env', '/package.json', '/assets/', '/assets/visitor/', '/uploads/'])
    expect((await fetch(`${app.url}${path}`)).status, path).toBe(404)
})

test('a request with an ambiguous body length is refused', async () => {
  const head = ['POST /api/admin/admin-login HTTP/1.1', 'Host: desk.example', 'Content-Length: 4']
  expect(await statusLineOf([...head, 'Transfer-Encoding: chunked'])).toBe('HTTP/1.1 400 Bad Request')
  expect(await statusLineOf([...head, 'Content-Length: 5'])).toBe('HTTP/1.1 400 Bad Request')
})

test('a body with __proto__ and a repeated parameter are refused', async () => {
  const post = (body: string) =>
    fetch(`${app.url}/api/admin/admin-login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
  for (const key of ['__proto__', 'constructor']) {
    const refused = await post(`{"email":"a@example.com","password":"x","${key}":{"prototype":{}}}`)
    expect([refused.status, (await refused.json()).message]).toEqual([400, 'The request could not be read.'])
  }
  const token = await app.signInAs('Admin')
  const list = (query: string) =>
    fetch(`${app.url}/api/admin/get-orders-list/newOrder?${query}`, { headers: { authorization: token } })
  expect((await list('page=1')).status).toBe(200)
  expect((await list('page=1&page=2')).status).toBe(400)
})

test('an unexpected error is logged with its request id, and the reply contains no detail of it', async () => {
  const broken = await startTestApp({
    env: { LOG_LEVEL: 'error' },
    oneServerBecause: 'the test reads the log of the process',
  })
  try {
    const token = await broken.signInAs('Admin')
    await broken.owner.schema.dropTable('payment_gateways').execute()
    const written: string[] = []
    const stream = Reflect.get(broken.platform.log, symbols.streamSym) as { write: (line: string) => void }
    const write = vi.spyOn(stream, 'write').mockImplementation((line) => void written.push(line))
    const { http, body } = await broken.call(listGateways, {}, { token })
    write.mockRestore()
    expect(http).toBe(500)
    expect(body).toEqual({
      status: 0,
      message: expect.stringMatching(/^Something went wrong\. Request [\w-]+\.$/),
      requestId: expect.any(String),
    })
    expect(written).toHaveLength(1)
    expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 50, err: { code: '42P01' } })
    expect(written[0]).toContain(String(Reflect.get(body, 'requestId')))
  } finally {
    await broken.stop()
  }
})
