import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createLog } from '#server/platform/log.ts'
import { createStop } from '#server/stop-server.ts'
import { beginSignIn } from '../support/begun-request.ts'
import { startServerProcess } from '../support/server-process.ts'
import { serverEnvironment, startTestApp } from '../support/test-app.ts'

test('shutdown closes a connection that never sent a request', async () => {
  const app = await startTestApp()
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await app.stop()
  await closed
  expect(socket.destroyed).toBe(true)
})

test('a stopping server is not ready at once, and finishes the requests under way (product §10)', async () => {
  const app = await startTestApp()
  const server = await startServerProcess({ ...serverEnvironment(app), DRAIN_SECONDS: '3' })
  const { request, end } = await beginSignIn(server.url)
  const ended = once(server.child, 'exit')
  server.child.kill('SIGTERM')
  const readiness = () => fetch(`${server.url}/readyz`).then(({ status }) => status)
  await expect.poll(readiness, { interval: 20 }).toBe(503)
  expect((await fetch(`${server.url}/api/titles`)).status).toBe(200)
  end()
  const [response] = await once(request, 'response')
  expect([response.statusCode, JSON.parse(await text(response)).status]).toEqual([400, 0])
  expect(await ended).toEqual([0, null])
  await app.stop()
})

test('a request that exceeds the time limit is cut and logged', async () => {
  const written: string[] = []
  const app = await startTestApp({ log: createLog('error', { write: (line) => written.push(line) }) })
  const made = await createApp(app.platform, null)
  await made.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = made.app.server.address() as AddressInfo
  const { request } = await beginSignIn(`http://127.0.0.1:${port}`)
  const cut = once(request, 'error')
  const codes: number[] = []
  const exit = (code: number) => {
    codes.push(code)
    request.destroy(new Error('the process has ended'))
  }
  const running = { platform: app.platform, stop: async () => {} }
  await createStop(made, running, { limitMs: 200, exit })()
  await cut
  expect(codes).toEqual([1])
  expect(written.map((line) => JSON.parse(line))).toMatchObject([
    { requests: ['POST /api/admin/admin-login'], jobs: [], msg: 'what had not ended in time was cut' },
  ])
  await app.stop()
})
