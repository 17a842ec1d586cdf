import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { ByteRange } from './file-store.ts'

const chunkBytes = 64 * 1024
const tagBytes = 16
const sealedChunkBytes = chunkBytes + tagBytes

/**
 * Each key seals one file, so a counter serves as nonce. It holds the chunk's index and whether it is the last, so that
 * omitted, truncated or exchanged chunks do not open.
 */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt8(isLast ? 1 : 0, 7)
  nonce.writeUInt32BE(index, 8)
  return nonce
}

const lastIndex = (size: number) => Math.max(0, Math.ceil(size / chunkBytes) - 1)

/** Seals a file in chunks (AES-256-GCM) that open independently. */
export function sealChunks(key: Buffer, bytes: Buffer): Buffer {
  const last = lastIndex(bytes.length)
  const parts: Buffer[] = []
  for (let index = 0; index <= last; index++) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, index === last))
    const chunk = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes)
    parts.push(cipher.update(chunk), cipher.final(), cipher.getAuthTag())
  }
  return Buffer.concat(parts)
}

/** Bytes of the plain file, from those of the sealed one. */
export const plainSize = (sealedSize: number): number =>
  Math.max(0, sealedSize - tagBytes * Math.ceil(sealedSize / sealedChunkBytes))

/** The bytes of the sealed file that cover a range of the plain one of `size` bytes. */
export const sealedRange = ({ start, end }: ByteRange, size: number): ByteRange => {
  const sealedSize = size + tagBytes * (lastIndex(size) + 1)
  return {
    start: Math.floor(start / chunkBytes) * sealedChunkBytes,
    end: Math.min((Math.floor(Math.max(start, end) / chunkBytes) + 1) * sealedChunkBytes, sealedSize) - 1,
  }
}

export class ChangedFileError extends Error {}

function openChunk(key: Buffer, sealed: Buffer, nonce: Buffer): Buffer {
  const tagStart = sealed.length - tagBytes
  if (tagStart < 0) throw new ChangedFileError('a sealed file is shorter than its seal')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAuthTag(
    sealed.subarray(tagStart),
  )
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, tagStart)), decipher.final()])
  } catch (error) {
    throw new ChangedFileError('a sealed file does not open', { cause: error })
  }
}

/** Regroups a stream into sealed chunks; the last may be shorter. */
async function* inChunks(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pending: Buffer = Buffer.alloc(0)
  for await (const part of source) {
    pending = pending.length === 0 ? part : Buffer.concat([pending, part])
    for (; pending.length >= sealedChunkBytes; pending = pending.subarray(sealedChunkBytes))
      yield pending.subarray(0, sealedChunkBytes)
  }
  if (pending.length > 0) yield pending
}

/**
 * The plain bytes of `range`, from the stream of its `sealedRange`. The source is opened at the first read, so that an
 * unread stream needs no close. Holds one chunk in memory. Throws at the first changed chunk.
 */
export async function* openChunks(
  key: Buffer,
  openSource: () => AsyncIterable<Buffer>,
  { start, end }: ByteRange,
  size: number,
): AsyncGenerator<Buffer> {
  const [first, last] = [Math.floor(start / chunkBytes), lastIndex(size)]
  let index = first
  for await (const sealed of inChunks(openSource())) {
    const plain = openChunk(key, sealed, nonceOf(index, index === last))
    const offset = index * chunkBytes
    yield plain.subarray(Math.max(0, start - offset), end + 1 - offset)
    index++
  }
  const expected = Math.floor(Math.max(start, end) / chunkBytes) - first + 1
  if (index - first !== expected) throw new ChangedFileError('a sealed file is shorter than it was')
}
