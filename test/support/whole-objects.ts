import { createHash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { FilesystemStore } from 's3rver'

/**
 * An object of S3 is there as a whole or not at all. The emulator writes it where it is read, as it arrives: an upload that
 * breaks off leaves a part of it, which is then served as the object. Here it comes to its place when all of it has arrived
 * and what is known of it is written.
 */
export function storeWholeObjects(store: FilesystemStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = Buffer.isBuffer(content) ? content : await buffer(content)
    const md5 = createHash('md5').update(bytes).digest('hex')
    const path = store.getResourcePath(bucket, key, 'object')
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, bytes)
    await store.putMetadata(bucket, key, metadata, md5)
    await rename(`${path}.new`, path)
    return { size: bytes.length, md5 }
  }
}
