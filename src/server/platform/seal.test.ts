import * as z from 'zod/mini'
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSeal, newDataKeys } from './seal.ts'

test('opens what it closed, and only for the order that it was closed for', () => {
  const seal = createSeal(newDataKeys())
  const sealed = seal.seal(2000001, { name: 'Đặng Quốc Hưng', passport: 'C4881027' })
  expect(seal.open(z.unknown(), 2000001, sealed)).toEqual({ name: 'Đặng Quốc Hưng', passport: 'C4881027' })
  expect(sealed.includes('C4881027')).toBe(false)
  expect(() => seal.open(z.unknown(), 2000002, sealed)).toThrow()
})

test('seals a file as it is', () => {
  const seal = createSeal(newDataKeys())
  const bytes = randomBytes(5000)
  const sealed = seal.sealBytes('passport.pdf', bytes)
  expect(seal.openBytes('passport.pdf', sealed)).toEqual(bytes)
  expect(sealed.includes(bytes.subarray(0, 16))).toBe(false)
  expect(() => seal.openBytes('another.pdf', sealed)).toThrow()
})

test('refuses changed bytes', () => {
  const seal = createSeal(newDataKeys())
  const sealed = seal.seal(1, { a: 1 })
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1
  expect(() => seal.open(z.unknown(), 1, sealed)).toThrow()
})

test('a newer key closes, the older one still opens and hashes', () => {
  const older = `old:${randomBytes(32).toString('base64')}`
  const before = createSeal(older)
  const after = createSeal(`new:${randomBytes(32).toString('base64')},${older}`)
  expect(after.open(z.unknown(), 7, before.seal(7, 'x'))).toBe('x')
  expect(() => before.open(z.unknown(), 7, after.seal(7, 'x'))).toThrow('data key new')
  expect(after.hash('passport', 'C1')).toEqual(before.hash('passport', 'C1'))
})
