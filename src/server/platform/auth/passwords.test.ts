import { expect, test, vi } from 'vitest'
import { holdingFor, strangerAt } from '../shares/holder.ts'
import { hashPassword, passwordMatches } from './passwords.ts'

const running = vi.hoisted(() => ({ now: 0, most: 0 }))

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const { hash, verify } = await importOriginal<typeof import('@node-rs/argon2')>()
  const counted =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    async (...args: A) => {
      running.most = Math.max(running.most, ++running.now)
      try {
        return await work(...args)
      } finally {
        running.now--
      }
    }
  return { hash: counted(hash), verify: counted(verify) }
})

test('a hash is of argon2id with 19 MiB and two passes, and has a salt of its own', async () => {
  const [one, other] = [await hashPassword('correct horse'), await hashPassword('correct horse')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22,}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
})

test('strangers compute at most two hashes at once, and the others wait', async () => {
  const stored = await hashPassword('correct horse')
  const tries = Array.from({ length: 12 }, (_, index) =>
    holdingFor({ holder: strangerAt(`192.0.${index % 4}.1`), connections: 0, isOver: false }, () =>
      passwordMatches(index % 3 === 0 ? null : stored, index % 2 === 0 ? 'correct horse' : 'wrong'),
    ),
  )
  const matches = (await Promise.all(tries)).map((matched, index) => (matched ? [index] : []))
  expect(matches.flat()).toEqual([2, 4, 8, 10])
  // The shares keep two hashes for signed-in members.
  expect(running).toEqual({ now: 0, most: 2 })
})
