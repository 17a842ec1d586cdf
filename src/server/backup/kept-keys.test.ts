import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderDestination, namesBelow, type Destination } from './destination.ts'
import { readKeys, sendKeys } from './kept-keys.ts'

const key = randomBytes(32)
let folder: string
let destination: Destination

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-keys-'))
  destination = folderDestination(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const send = (second: number, dataKeys: string) =>
  sendKeys(destination, key, dataKeys, new Date(second * 1000))
const read = (second: number) => readKeys(destination, key, second * 1000)

test('each change of the keys is stored, and all keys are restored, latest first', async () => {
  expect(await read(1)).toBeNull()
  await send(1, 'k1:one')
  await send(2, 'k2:two, k1:one')
  await send(3, 'k3:three')
  await send(4, 'k3:three')
  expect(await namesBelow(destination, 'keys/')).toHaveLength(3)
  for (const second of [1, 3]) expect(await read(second)).toBe('k3:three,k2:two,k1:one')
})

test('a backup has its own keys if another installation has written to its destination', async () => {
  await send(1, 'k1:first')
  await send(3, 'k1:second')
  expect([await read(2), await read(4)]).toEqual(['k1:first', 'k1:second'])
})
