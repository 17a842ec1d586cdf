import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { folderStore, type FileStore } from '#server/platform/files/file-store.ts'
import { listNotes, notedStore } from '#server/platform/files/noted-store.ts'
import { folderDestination, type Destination } from './destination.ts'
import { documentObject, sendNoted } from './send-documents.ts'

const name = 'anUnguessableName.pdf'
const bytes = Buffer.from('sealed')

let folder: string
let notes: string
let files: FileStore
let destination: Destination
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pabean-noted-'))
  notes = join(folder, 'notes')
  files = folderStore(join(folder, 'documents'))
  destination = folderDestination(join(folder, 'backup'))
})
afterEach(() => rm(folder, { recursive: true }))

/** Writes as a server does; `between` runs after the note and before the file. */
const write = (between: () => Promise<void>) =>
  notedStore(
    {
      ...files,
      async put(...file) {
        await between()
        await files.put(...file)
      },
    },
    notes,
  ).put(name, bytes)

test('a noted file that is not stored yet is sent once it is stored (product §10)', async () => {
  await write(async () => {
    await sendNoted(files, destination, notes)
    expect(await listNotes(notes)).toEqual([name])
    expect(await destination.read(documentObject(name))).toBeNull()
  })
  await sendNoted(files, destination, notes)
  expect(await listNotes(notes)).toEqual([])
  expect(await destination.read(documentObject(name))).toEqual(bytes)
})

test('a note without a file is removed after an hour', async () => {
  const longAgo = new Date(Date.now() - 61 * 60_000)
  await write(async () => {
    await utimes(join(notes, name), longAgo, longAgo)
    await sendNoted(files, destination, notes)
    expect(await listNotes(notes)).toEqual([])
  })
})
