import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { openChunks, plainSize, sealChunks } from '#server/platform/files/sealed-chunks.ts'
import { deriveKey } from '#server/platform/seal.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

const mark = Buffer.from('pabean backup 1\n')
const saltBytes = 16
const asIs = 0
const gzipped = 1
const headerBytes = mark.length + 1 + saltBytes

/** An object was changed, belongs to another name, or was sealed by another key. */
export class UnopenedObjectError extends Error {}

/**
 * The key of one object: its salt makes it of this object alone, so that the nonces of its chunks may be counted, and the name
 * binds it to its place.
 */
const keyOfObject = (key: Buffer, name: string, form: number, salt: Buffer) =>
  deriveKey(key, `backup object ${form} ${salt.toString('hex')} ${name}`)

/** Seals an object of a backup under `key` (BACKUP_KEY), compressed where that makes it smaller. */
export async function sealObject(key: Buffer, name: string, bytes: Buffer): Promise<Buffer> {
  const smaller = await compress(bytes, { level: 1 })
  const [form, content] = smaller.length < bytes.length ? [gzipped, smaller] : [asIs, bytes]
  const salt = randomBytes(saltBytes)
  const sealed = sealChunks(keyOfObject(key, name, form, salt), content)
  return Buffer.concat([mark, Buffer.from([form]), salt, sealed])
}

async function* once(bytes: Buffer) {
  yield bytes
}

/** Throws an `UnopenedObjectError` unless it was sealed under this name by this key and is whole. */
export async function openObject(key: Buffer, name: string, sealed: Buffer): Promise<Buffer> {
  if (sealed.length < headerBytes || !sealed.subarray(0, mark.length).equals(mark))
    throw new UnopenedObjectError(`${name} is no part of a backup`)
  const form = sealed[mark.length] ?? asIs
  const salt = sealed.subarray(mark.length + 1, headerBytes)
  const body = sealed.subarray(headerBytes)
  const size = plainSize(body.length)
  try {
    const chunks = openChunks(
      keyOfObject(key, name, form, salt),
      () => once(body),
      { start: 0, end: size - 1 },
      size,
    )
    const content = await buffer(chunks)
    return form === gzipped ? await decompress(content) : content
  } catch (error) {
    throw new UnopenedObjectError(`${name} does not open`, { cause: error })
  }
}
