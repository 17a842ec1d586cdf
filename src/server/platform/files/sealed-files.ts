import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sealingKeyId, type Sealing } from '../seal.ts'
import { newFileName, type ByteRange, type FileStore } from './file-store.ts'
import { openChunks, plainSize, sealChunks, sealedRange } from './sealed-chunks.ts'

/** Where the wrapped key of a file is kept. */
export type FileKeyColumn =
  | 'documents.file_key'
  | 'documents.preview_key'
  | 'message_files.file_key'
  | 'proposals.file_key'
  | 'proposals.preview_key'

/** A file as its row names it. */
export interface FileReference {
  name: string
  key: Buffer
}

/** A file that is sealed but not stored yet; its row keeps `name` and `key`. */
export interface SealedFile {
  name: string
  key: Buffer
  bytes: Buffer
}

export interface ReadableFile {
  /** Bytes of the plain file. */
  size: number
  /** The plain bytes, of the whole or of a range; only those chunks are read that hold it. */
  read(range?: ByteRange): Readable
}

/** The key of a file does not open by the data keys that are there. */
export class UnopenedFileError extends Error {
  /** Of the key by which it is sealed, as far as its first bytes tell. */
  readonly keyId: string
  constructor(sealed: Buffer, cause: unknown) {
    super('the key of a file does not open', { cause })
    this.keyId = sealingKeyId(sealed)
  }
}

/** The files of documents, previews and messages, sealed each by a key of its own. The only way to them. */
export interface SealedFiles extends Pick<FileStore, 'remove' | 'list' | 'removeUnfinished' | 'probe'> {
  /** Under a new name and a new key. */
  seal(sealedColumn: FileKeyColumn, bytes: Buffer): SealedFile
  /** The key of the same file for a row elsewhere that names it too. */
  sealKey(from: FileKeyColumn, to: FileKeyColumn, file: FileReference): Buffer
  /** Durable when it returns. */
  put(file: SealedFile): Promise<void>
  /** Null where there is no such file. */
  open(sealedColumn: FileKeyColumn, file: FileReference): Promise<ReadableFile | null>
  /** Whether the store has a file of this name. */
  has(name: string): Promise<boolean>
}

/** The file of a document's row. */
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
    probe: () => store.probe(),
  }
}
