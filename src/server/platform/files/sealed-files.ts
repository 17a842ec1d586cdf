import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sealingKeyId, type Sealing } from '../seal.ts'
import { newFileName, type ByteRange, type FileStore } from './file-store.ts'
import { openChunks, plainSize, sealChunks, sealedRange } from './sealed-chunks.ts'

export type FileKeyColumn =
  | 'documents.file_key'
  | 'documents.preview_key'
  | 'message_files.file_key'
  | 'proposals.file_key'
  | 'proposals.preview_key'

export interface FileReference {
  name: string
  key: Buffer
}

/** A sealed file before it is stored; its row keeps `name` and `key`. */
export interface SealedFile {
  name: string
  key: Buffer
  bytes: Buffer
}

export interface ReadableFile {
  size: number
  /** The plain bytes, whole or a range; reads only the chunks of the range. */
  read(range?: ByteRange): Readable
}

/** No present data key opens the key of a file. */
export class UnopenedFileError extends Error {
  /** The id of the sealing data key, from the first bytes. */
  readonly keyId: string
  constructor(sealed: Buffer, cause: unknown) {
    super('the key of a file does not open', { cause })
    this.keyId = sealingKeyId(sealed)
  }
}

/** The files of documents, previews and messages, each sealed by its own key. */
export interface SealedFiles extends Pick<FileStore, 'remove' | 'list' | 'removeUnfinished' | 'probe'> {
  seal(sealedColumn: FileKeyColumn, bytes: Buffer): SealedFile
  /** Wraps the key of the same file for another column. */
  sealKey(from: FileKeyColumn, to: FileKeyColumn, file: FileReference): Buffer
  /** Durable when it returns. */
  put(file: SealedFile): Promise<void>
  /** Null where the file is missing. */
  open(sealedColumn: FileKeyColumn, file: FileReference): Promise<ReadableFile | null>
  has(name: string): Promise<boolean>
}

export const documentFile = (row: { stored_as: string; file_key: Buffer }): FileReference => ({
  name: row.stored_as,
  key: row.file_key,
})

export function sealFiles(store: FileStore, seal: Sealing): SealedFiles {
  function openBytes(sealedColumn: FileKeyColumn, name: string, sealed: Buffer): Buffer {
    try {
      return seal.openBytes(sealedColumn, name, sealed)
    } catch (error) {
      throw new UnopenedFileError(sealed, error)
    }
  }
  return {
    seal(sealedColumn, bytes) {
      const [name, key] = [newFileName('sealed'), randomBytes(32)]
      return { name, key: seal.sealBytes(sealedColumn, name, key), bytes: sealChunks(key, bytes) }
    },
    sealKey: (from, to, { name, key }) => seal.sealBytes(to, name, seal.openBytes(from, name, key)),
    put: ({ name, bytes }) => store.put(name, bytes),
    async open(sealedColumn, { name, key }) {
      const storedSize = await store.size(name)
      if (storedSize === null) return null
      const fileKey = openBytes(sealedColumn, name, key)
      const size = plainSize(storedSize)
      return {
        size,
        read: (range = { start: 0, end: size - 1 }) =>
          Readable.from(
            openChunks(fileKey, () => store.read(name, sealedRange(range, size)), range, size),
            { objectMode: false },
          ),
      }
    },
    has: async (name) => (await store.size(name)) !== null,
    remove: (name) => store.remove(name),
    list: () => store.list(),
    removeUnfinished: (before) => store.removeUnfinished(before),
    probe: (signal) => store.probe(signal),
  }
}
