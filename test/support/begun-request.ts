import { once } from 'node:events'
import { request as openRequest, type ClientRequest } from 'node:http'

const body = '{"email":"nobody@example.com","password":"none of theirs"}'

/** A sign-in that the server has begun to read: its head and half its body. `end` sends the rest. */
export async function beginSignIn(url: string): Promise<{ request: ClientRequest; end(): void }> {
  const request = openRequest(`${url}/api/admin/admin-login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
  })
  request.flushHeaders()
  await once(request, 'continue')
  request.write(body.slice(0, 20))
  return { request, end: () => void request.end(body.slice(20)) }
}
