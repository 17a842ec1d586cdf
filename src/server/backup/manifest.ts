import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { BackupError } from './backup-error.ts'
import { namesBelow, type Destination } from './destination.ts'
import { openObject, sealObject, UnopenedObjectError } from './sealed-object.ts'

/** An object as it is stored. */
const part = z.object({ name: z.string(), size: z.number(), sha256: z.string() })
export type Part = z.infer<typeof part>

const cluster = z.object({
  /** Major version of PostgreSQL. */
  major: z.number(),
  timeline: z.number(),
  startLsn: z.string(),
  stopLsn: z.string(),
  /** First and last segment of the write-ahead log that the copy needs to be consistent. */
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
  /** By the clock of the database: it can be restored to this time, or any later one to which its log goes. */
  finishedAt: z.iso.datetime(),
  /** The migrations that the database has had. */
  migrations: z.array(z.string()),
  /** Null where the database is its provider's to back up; `lsn` is where it was then. */
  cluster: z.nullable(cluster),
  lsn: z.string(),
})
type Manifest = z.infer<typeof manifest>

export interface Base {
  /** What the names of its objects begin with. */
  prefix: string
  manifest: Manifest
}

export const basePrefix = (startedAt: Date) => `base/${startedAt.toISOString()}/`
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

/** One line for whoever restores. */
const asBackupError = (error: unknown): never => {
  throw error instanceof UnopenedObjectError
    ? new BackupError(`${error.message}: it was changed, or BACKUP_KEY is another one`)
    : error
}

/** An object, opened; null where it is not there. */
export async function readSealed(
  destination: Destination,
  key: Buffer,
  name: string,
): Promise<Buffer | null> {
  const stored = await destination.read(name)
  return stored && openObject(key, name, stored).catch(asBackupError)
}

/** A part, opened; throws where it is not exactly what the manifest says. */
export async function readPart(destination: Destination, key: Buffer, given: Part): Promise<Buffer> {
  const stored = await destination.read(given.name)
  if (!stored) throw new BackupError(`${given.name} is not there`)
  const { size, sha256 } = partOf(given.name, stored)
  if (size !== given.size || sha256 !== given.sha256) throw new BackupError(`${given.name} was changed`)
  return openObject(key, given.name, stored).catch(asBackupError)
}

/** With its manifest a backup is whole. */
export const putManifest = (destination: Destination, key: Buffer, { prefix, manifest: content }: Base) =>
  putSealed(destination, key, manifestName(prefix), Buffer.from(JSON.stringify(content)))

/** The backups that are whole, the oldest first. */
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
