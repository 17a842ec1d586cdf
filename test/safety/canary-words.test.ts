import { deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createCanaries } from './canaries.ts'

test.each([
  ['as it is', (bytes: Buffer) => bytes],
  ['in capitals', (bytes: Buffer) => bytes.toString().toUpperCase()],
  ['in base64', (bytes: Buffer) => bytes.toString('base64')],
  ['in base64url', (bytes: Buffer) => bytes.toString('base64url')],
  ['in hex', (bytes: Buffer) => bytes.toString('hex')],
  ['in hex as PostgreSQL writes it', (bytes: Buffer) => `\\x${bytes.toString('hex')}`],
  ['compressed', (bytes: Buffer) => Buffer.concat([Buffer.from([0, 1, 2]), gzipSync(bytes)])],
  ['compressed without a header', (bytes: Buffer) => deflateSync(bytes)],
  ['compressed, in base64', (bytes: Buffer) => gzipSync(bytes).toString('base64')],
  [
    'compressed, in base64 after other bytes',
    (bytes: Buffer) => Buffer.concat([Buffer.from([0, 1]), gzipSync(bytes)]).toString('base64'),
  ],
  ['compressed, in hex', (bytes: Buffer) => deflateSync(bytes).toString('hex')],
])('a word is found %s at any offset', (_, encode) => {
  const own = createCanaries()
  const text = own.word('field')
  for (const before of ['', 'ä', 'abc', '{"a":"~'])
    expect(own.foundIn(encode(Buffer.from(`${before}${text}?>${before}`)))).toEqual(['field'])
  expect(own.foundIn(encode(Buffer.from('another word'.repeat(9))))).toEqual([])
})
