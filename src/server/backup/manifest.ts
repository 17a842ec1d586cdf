import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import * as z from 'zod/mini'
import { openChunks, plainSize, sealChunks } from '#server/platform/files/sealed-chunks.ts'
import { deriveKey } from '#server/platform/seal.ts'
import { BackupError } from './backup-error.ts'
import { namesBelow, type Destination } from './destination.ts'
import { momentName } from './moment-names.ts'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

const mark = Buffer.from('pabean backup 1\n')
const saltBytes = 16
const asIs = 0
const gzipped = 1
const headerBytes = mark.length + 1 + saltBytes

/** The object was changed, renamed, or sealed with another key. */
export class UnopenedObjectError extends Error {}

/**
 * The key of one object. Its salt is unique, so that chunk nonces may be counted; the name binds the object to its
 * place.
 */
const keyOfObject = (key: Buffer, name: string, form: number, salt: Buffer) =>
  deriveKey(key, `backup object ${form} ${salt.toString('hex')} ${name}`)

/** Seals an object under BACKUP_KEY, compressed if that makes it smaller. */
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

/** Throws an `UnopenedObjectError` if the object is incomplete or was not sealed under this name and key. */
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

const part = z.object({ name: z.string(), size: z.number(), sha256: z.string() })
export type Part = z.infer<typeof part>

const cluster = z.object({
  /** Major version of PostgreSQL. */
  major: z.number(),
  timeline: z.number(),
  startLsn: z.string(),
  stopLsn: z.string(),
  /** The first and last WAL segment that the copy needs to be consistent. */
  startSegment: z.string(),
  stopSegment: z.string(),
  backupLabel: z.string(),
  tablespaceMap: z.string(),
  parts: z.array(part),
})
export type ClusterCopy = z.infer<typeof cluster>

const manifest = z.object({
  format: z.literal(1),
  startedAt: z.iso.datetime(),
  /** By the database's clock: the earliest time to which this backup can be restored. */
  finishedAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** Null if the database's provider backs it up; `lsn` is its position at that time. */
  cluster: z.nullable(cluster),
  lsn: z.string(),
})
type Manifest = z.infer<typeof manifest>

export interface Base {
  /** The prefix of its objects' names. */
  prefix: string
  manifest: Manifest
}

export const basePrefix = (startedAt: Date) => `base/${momentName(startedAt)}/`
const manifestName = (prefix: string) => `${prefix}manifest`

const partOf = (name: string, stored: Buffer): Part => ({
  name,
  size: stored.length,
  sha256: createHash('sha256').update(stored).digest('hex'),
})

export async function putSealed(
  destination: Destination,
  key: Buffer,
  name: string,
  bytes: Buffer,
): Promise<Part> {
  const stored = await sealObject(key, name, bytes)
  await destination.put(name, stored)
  return partOf(name, stored)
}

const asBackupError = (error: unknown): never => {
  throw error instanceof UnopenedObjectError
    ? new BackupError(`${error.message}: it was changed, or BACKUP_KEY is another one`)
    : error
}

/** Null if missing. */
export async function readSealed(
  destination: Destination,
  key: Buffer,
  name: string,
): Promise<Buffer | null> {
  const stored = await destination.read(name)
  return stored && openObject(key, name, stored).catch(asBackupError)
}

/** Throws if the part differs from the manifest. */
export async function readPart(destination: Destination, key: Buffer, given: Part): Promise<Buffer> {
  const stored = await destination.read(given.name)
  if (!stored) throw new BackupError(`${given.name} is not there`)
  const { size, sha256 } = partOf(given.name, stored)
  if (size !== given.size || sha256 !== given.sha256) throw new BackupError(`${given.name} was changed`)
  return openObject(key, given.name, stored).catch(asBackupError)
}

/** Completes a backup, so it is written last. */
export const putManifest = (destination: Destination, key: Buffer, { prefix, manifest: content }: Base) =>
  putSealed(destination, key, manifestName(prefix), Buffer.from(JSON.stringify(content)))

/** Complete backups, oldest first. */
export async function listBases(destination: Destination, key: Buffer): Promise<Base[]> {
  const names = (await namesBelow(destination, 'base/')).filter((name) => name.endsWith('/manifest'))
  const bases: Base[] = []
  for (const name of names) {
    const bytes = await readSealed(destination, key, name)
    if (bytes)
      bases.push({
        prefix: name.slice(0, -'manifest'.length),
        manifest: z.parse(manifest, JSON.parse(bytes.toString())),
      })
  }
  return bases
}
