import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import * as z from 'zod/mini'
import { nullIfMissing } from '#server/platform/error-code.ts'
import { writeDurably } from '#server/platform/files/write-durably.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'

/** A visitor's action on the replica, to be written once the primary is back. */
const lateRecord = z.object({
  kind: z.enum(['download', 'preview']),
  orderId: z.number(),
  file1: z.string(),
  at: z.pipe(
    z.iso.datetime(),
    z.transform((text) => new Date(text)),
  ),
  ip: z.string(),
  userAgent: z.string(),
  /** Of a download: the visitor's time zone as announced; '' if unknown. */
  timezone: z._default(z.string(), ''),
  /** Of a download: the hash of the visit's cookie, as base64. */
  visit: z._default(z.string(), ''),
  /** Of a download, once its answer has ended. */
  sent: z.optional(z.object({ start: z._default(z.number(), 0), bytes: z.number(), size: z.number() })),
})
export type LateRecord = z.infer<typeof lateRecord>

/** More would fill the disk; further visitors get 503. */
const maxRecords = 20_000
/** ms after which an unended download may be written: its server has died, or its visitor reads slowly. */
const begunMs = 60_000

type Folder = Pick<Platform, 'config'>
type Store = Pick<Platform, 'config' | 'seal'>

const folderOf = ({ config }: Folder) => join(config.dataDir, 'late-records')

/** File endings by state. */
const ends = { begun: '.begun', ended: '.ended', unopened: '.unopened' } as const
const fileOf = (id: string, state: keyof typeof ends) => `${id}${ends[state]}`

const writeRecord = (store: Store, id: string, record: LateRecord, state: 'begun' | 'ended') =>
  writeDurably(join(folderOf(store), fileOf(id, state)), store.seal.seal('late-records.record', id, record))

const listFiles = async (store: Folder): Promise<string[]> =>
  (await readdir(folderOf(store)).catch(nullIfMissing)) ?? []

/** The names of records that can be written, at most `limit`. */
export async function listLateRecords(store: Folder, limit: number): Promise<string[]> {
  const due: string[] = []
  for (const file of await listFiles(store)) {
    if (due.length === limit) break
    if (file.endsWith(ends.ended)) due.push(file)
    if (!file.endsWith(ends.begun)) continue
    const found = await stat(join(folderOf(store), file)).catch(nullIfMissing)
    if (found && Date.now() - found.mtimeMs > begunMs) due.push(file)
  }
  return due
}

/** Null if the file is gone. */
export const readLateRecord = (store: Folder, file: string): Promise<Buffer | null> =>
  readFile(join(folderOf(store), file)).catch(nullIfMissing)

/** Throws if the record cannot be unsealed. */
export const openLateRecord = ({ seal }: Store, file: string, sealed: Buffer): LateRecord =>
  seal.open(lateRecord, 'late-records.record', parse(file).name, sealed)

export const removeLateRecord = (store: Folder, file: string): Promise<void> =>
  rm(join(folderOf(store), file), { force: true })

/** For a record whose key is gone: kept, but not tried again. */
export const setLateRecordAside = (store: Folder, file: string): Promise<void> =>
  rename(join(folderOf(store), file), join(folderOf(store), fileOf(parse(file).name, 'unopened')))

/** A record that is complete once its answer has been sent. */
export interface KeptRecord {
  addSent(sent: NonNullable<LateRecord['sent']>): Promise<void>
}

/** Records a visitor's action on the replica before the reply; 503 if too many records wait. */
export async function keepLateRecord(
  call: Call<VisitorActor>,
  subject: Pick<LateRecord, 'kind' | 'orderId' | 'file1' | 'timezone' | 'visit'>,
): Promise<KeptRecord> {
  if ((await listFiles(call)).length >= maxRecords)
    return refuse('unavailable', 'Too much is waiting to be recorded.', { retryAfter: 10 })
  const { now: at, ip, userAgent } = call
  const id = randomUUID()
  const record: LateRecord = { ...subject, at, ip, userAgent }
  await writeRecord(call, id, record, subject.kind === 'download' ? 'begun' : 'ended')
  return {
    async addSent(sent) {
      await writeRecord(call, id, { ...record, sent }, 'ended')
      await removeLateRecord(call, fileOf(id, 'begun'))
    },
  }
}
