import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readProxies } from './proxies.ts'
import { createRequestIds } from './request-id.ts'

const given = '3f2b8c1e-9d47-4a05-8e6b-7c1d2f3a4b5c'
const withoutDashes = given.replaceAll('-', '')

function idOf(trustProxy: string | undefined, remoteAddress: string, id: string): string {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  const request = new IncomingMessage(socket)
  request.headers['x-request-id'] = id
  return createRequestIds(readProxies(trustProxy))(request)
}

test.each([
  ['10.0.0.0/8, 192.0.2.7', '10.1.2.3', given],
  ['10.0.0.0/8, 192.0.2.7', '::ffff:192.0.2.7', withoutDashes],
  ['loopback', '::1', given],
  ['uniquelocal', '172.31.0.9', given],
])('behind TRUST_PROXY=%s, a proxy at %s gives the id', (trustProxy, address, id) => {
  expect(idOf(trustProxy, address, id)).toBe(id)
})

test.each([
  ['an address that is no proxy', '10.0.0.0/8', '11.0.0.1', given],
  ['no proxy at all', undefined, '127.0.0.1', given],
  ['what is no id', 'loopback', '127.0.0.1', 'siti@example.com'],
  ['a number of a card', 'loopback', '127.0.0.1', '4111111111111111'],
])('%s gives none', (_, trustProxy, address, id) => {
  expect(idOf(trustProxy, address, id)).toMatch(/^[\da-f]{8}-[\da-f]{4}$/)
})
