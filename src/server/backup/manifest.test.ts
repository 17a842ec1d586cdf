import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openObject, sealObject, UnopenedObjectError } from './manifest.ts'

const key = randomBytes(32)
const contents = {
  'empty content': Buffer.alloc(0),
  'compressible content': Buffer.alloc(300_000, 'pabean'),
  'incompressible content': randomBytes(300_000),
}

test.each(Object.entries(contents))('%s opens as it was sealed', async (_, content) => {
  const sealed = await sealObject(key, 'wal/1', content)
  expect(await openObject(key, 'wal/1', sealed)).toEqual(content)
})

test('an object that was changed, cut off, moved or sealed with another key does not open', async () => {
  const sealed = await sealObject(key, 'wal/1', randomBytes(200_000))
  const attempts: Promise<Buffer>[] = [
    openObject(key, 'wal/2', sealed),
    openObject(randomBytes(32), 'wal/1', sealed),
    openObject(key, 'wal/1', sealed.subarray(0, -1)),
    openObject(key, 'wal/1', sealed.subarray(0, 64 * 1024 + 49)),
    openObject(key, 'wal/1', Buffer.alloc(0)),
  ]
  for (const at of [0, 16, 20, 40, 150_000, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    attempts.push(openObject(key, 'wal/1', changed))
  }
  for (const attempt of attempts) await expect(attempt).rejects.toThrow(UnopenedObjectError)
})
