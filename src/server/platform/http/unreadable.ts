import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import type { Refusal } from '#contract/endpoint.ts'
import type { Config } from '#server/config.ts'
import { strictTransport } from './content-policy.ts'
import type { SecurityLog } from './security-log.ts'

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Refuses invalid HTTP, a too long head and a too slow request like any other, then closes the connection. */
export const refuseUnreadable =
  (config: Pick<Config, 'isHttps'>, securityLog: Pick<SecurityLog, 'record'>) =>
  ({ code }: ConnectionError, socket: Socket): void => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    securityLog.record('input refused', socket.remoteAddress ?? '', {})
    const refusal: Refusal = { status: 0, message: 'The request could not be read.' }
    const body = JSON.stringify(refusal)
    const head = [
      `HTTP/1.1 ${statuses[code] ?? '400 Bad Request'}`,
      'Content-Type: application/json; charset=utf-8',
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      ...(config.isHttps ? [`Strict-Transport-Security: ${strictTransport}`] : []),
      "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
      `Content-Length: ${Buffer.byteLength(body)}`,
      // Otherwise the client would send its next request on a closing connection.
      'Connection: close',
    ]
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
