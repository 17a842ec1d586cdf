import * as z from 'zod/mini'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal, createSealing, newDataKeys, parseDataKeys, sealingKeyId } from './seal.ts'

const keyNamed = (id: string) => `${id}:${randomBytes(32).toString('base64')}`
const sealWith = (keys: string) => createSealing(parseDataKeys(keys))

test('a sealed value opens only in its own row and column', () => {
  const seal = sealWith(newDataKeys())
  const declaration = { name: 'Đặng Quốc Hưng', passport: 'C4881027'.repeat(50) }
  const sealed = seal.seal('orders.sealed', 2000001, declaration)
  expect(seal.open(z.unknown(), 'orders.sealed', 2000001, sealed)).toEqual(declaration)
  expect(sealed.includes('C4881027')).toBe(false)
  expect(() => seal.open(z.unknown(), 'orders.sealed', 2000002, sealed)).toThrow()
  expect(() => seal.open(z.unknown(), 'messages.sealed', 2000001, sealed)).toThrow()
})

test('seals bytes as they are', () => {
  const seal = sealWith(newDataKeys())
  const key = randomBytes(32)
  const sealed = seal.sealBytes('documents.file_key', 'abc.sealed', key)
  expect(seal.openBytes('documents.file_key', 'abc.sealed', sealed)).toEqual(key)
  expect(sealed.includes(key)).toBe(false)
  expect(() => seal.openBytes('documents.file_key', 'def.sealed', sealed)).toThrow()
})

test('changed bytes and a shortened authentication tag are refused', () => {
  const seal = sealWith(newDataKeys())
  const sealed = seal.sealBytes('orders.sealed', 1, Buffer.from('any bytes'))
  const open = (bytes: Buffer) => seal.openBytes('orders.sealed', 1, bytes).toString()
  expect(open(sealed)).toBe('any bytes')
  // A byte of the nonce, of the tag, and of the body.
  for (let at = seal.currentHeader.length; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed)
    changed.writeUInt8(sealed.readUInt8(at) ^ 1, at)
    expect(() => open(changed), `byte ${at}`).toThrow()
  }
  // Without a body the tag stands at the end; OpenSSL would accept its first four bytes.
  const empty = seal.sealBytes('orders.sealed', 1, Buffer.alloc(0))
  expect(open(empty)).toBe('')
  for (const length of [4, 12, 15]) expect(() => open(empty.subarray(0, length - 16))).toThrow()
})

test('a newer key seals, the older one still opens, and its values are resealed', () => {
  const older = keyNamed('old')
  const newer = keyNamed('new')
  const before = sealWith(older)
  const both = sealWith(`${newer},${older}`)
  const sealed = before.seal('orders.sealed', 7, 'x')
  expect(both.open(z.unknown(), 'orders.sealed', 7, sealed)).toBe('x')
  expect(() => before.open(z.unknown(), 'orders.sealed', 7, both.seal('orders.sealed', 7, 'x'))).toThrow(
    'data key new',
  )
  const resealed = both.reseal('orders.sealed', 7, sealed)
  expect(sealingKeyId(resealed)).toBe('new')
  expect(resealed.subarray(0, both.currentHeader.length)).toEqual(both.currentHeader)
  expect(sealWith(newer).open(z.unknown(), 'orders.sealed', 7, resealed)).toBe('x')
})

test('hashes have a separate key', () => {
  const hashKey = randomBytes(32)
  const [one, other] = [keyNamed('one'), keyNamed('other')].map((keys) =>
    createSeal(parseDataKeys(keys), hashKey),
  )
  expect(one?.hash('passport', 'C1')).toEqual(other?.hash('passport', 'C1'))
  expect(one?.hash('passport', 'C1')).not.toEqual(one?.hash('evidence card', 'C1'))
})
