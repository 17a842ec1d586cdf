import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSealing, newDataKeys, parseDataKeys } from '../seal.ts'
import { folderStore, type ByteRange, type FileStore } from './file-store.ts'
import { sealFiles, type SealedFiles } from './sealed-files.ts'

const chunk = 64 * 1024
const sealedChunk = chunk + 16
const sealedColumn = 'documents.file_key'

let folder: string
let store: FileStore
let files: SealedFiles
let bytesRead = 0
let filesOpened = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-files-'))
  const plain = folderStore(folder)
  store = {
    ...plain,
    read: (name, range) => {
      filesOpened++
      return plain.read(name, range).on('data', (part: Buffer) => (bytesRead += part.length))
    },
  }
  files = sealFiles(store, createSealing(parseDataKeys(newDataKeys())))
})
afterAll(() => rm(folder, { recursive: true }))

const pathOf = (name: string) => join(folder, name.slice(0, 2), name)

async function stored(size: number) {
  const bytes = randomBytes(size)
  const file = files.seal(sealedColumn, bytes)
  await files.put(file)
  return { bytes, file }
}

async function read(file: { name: string; key: Buffer }, range?: ByteRange): Promise<Buffer> {
  const opened = await files.open(sealedColumn, file)
  if (!opened) throw new Error('there is no such file')
  return buffer(opened.read(range))
}

test.each([0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 7])(
  'a file of %i bytes is stored unreadable and read as it was',
  async (size) => {
    const { bytes, file } = await stored(size)
    expect((await files.open(sealedColumn, file))?.size).toBe(size)
    expect((await read(file)).equals(bytes)).toBe(true)
    if (size > 16) expect((await readFile(pathOf(file.name))).includes(bytes.subarray(0, 16))).toBe(false)
  },
)

test('a range is read from the chunks that hold it, and from no others', async () => {
  const { bytes, file } = await stored(5 * chunk + 100)
  const ranges = [
    [0, 0],
    [chunk - 1, chunk],
    [2 * chunk + 5, 2 * chunk + 9],
    [4 * chunk, 5 * chunk + 99],
    [5 * chunk + 99, 5 * chunk + 99],
  ] as const
  for (const [start, end] of ranges) {
    bytesRead = 0
    const part = await read(file, { start, end })
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
    const chunks = Math.floor(end / chunk) - Math.floor(start / chunk) + 1
    expect(bytesRead).toBeLessThanOrEqual(chunks * sealedChunk)
  }
})

test('an unread file is not opened', async () => {
  const { file } = await stored(10)
  filesOpened = 0
  const opened = await files.open(sealedColumn, file)
  const unread = opened?.read()
  unread?.destroy()
  expect(unread?.destroyed).toBe(true)
  expect(filesOpened).toBe(0)
})

test.each<[string, (sealed: Buffer) => Buffer]>([
  ['cut off after a chunk', (it) => it.subarray(0, 2 * sealedChunk)],
  ['cut off within a chunk', (it) => it.subarray(0, it.length - 5)],
  ['with two chunks exchanged', (it) => exchanged(it)],
  [
    'with a chunk left out',
    (it) => Buffer.concat([it.subarray(0, sealedChunk), it.subarray(2 * sealedChunk)]),
  ],
  ['with a bit changed', (it) => Buffer.from(it.map((byte, at) => (at === 100 ? byte ^ 1 : byte)))],
])('a file %s is not read', async (_, change) => {
  const { file } = await stored(2 * chunk + 50)
  await writeFile(pathOf(file.name), change(await readFile(pathOf(file.name))))
  await expect(read(file)).rejects.toThrow()
})

const exchanged = (sealed: Buffer) =>
  Buffer.concat([
    sealed.subarray(sealedChunk, 2 * sealedChunk),
    sealed.subarray(0, sealedChunk),
    sealed.subarray(2 * sealedChunk),
  ])

test('the key of another file does not open', async () => {
  const [one, other] = [await stored(10), await stored(10)]
  await expect(read({ name: one.file.name, key: other.file.key })).rejects.toThrow()
})

test('a file that is not in the store is null', async () => {
  const { key } = files.seal(sealedColumn, randomBytes(10))
  expect(await files.open(sealedColumn, { name: 'none.sealed', key })).toBeNull()
})
