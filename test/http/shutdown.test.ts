import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startTestApp } from '../support/test-app.ts'

test('shutdown closes a connection that never sent a request', async () => {
  const app = await startTestApp()
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  await once(socket, 'connect')
  const closed = once(socket, 'close')
  await app.stop()
  await closed
  expect(socket.destroyed).toBe(true)
})
