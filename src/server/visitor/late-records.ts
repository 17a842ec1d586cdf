import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join, parse } from 'node:path'
import * as z from 'zod/mini'
import { nullIfMissing } from '#server/platform/error-code.ts'
import { writeDurably } from '#server/platform/files/write-durably.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Platform, VisitorActor } from '#server/platform/work.ts'

/** What a visitor did on the replica, as it will be written once the primary is back. */
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
  /** Of a download: where its visitor is, as they announced it; '' where that is not known. */
  timezone: z._default(z.string(), ''),
  /** Of a download, once its answer has ended. */
  sent: z.optional(z.object({ bytes: z.number(), reachedEnd: z.boolean(), size: z.number() })),
})
export type LateRecord = z.infer<typeof lateRecord>

/** More would fill the disk: whoever comes then is asked to come again. */
const maxRecords = 20_000
/** ms after which a download counts as ended without a word of how: its server has died, or somebody reads slowly. */
const begunMs = 60_000

type Folder = Pick<Platform, 'config'>
type Store = Pick<Platform, 'config' | 'seal'>

const folderOf = ({ config }: Folder) => join(config.dataDir, 'late-records')

/** By what is known of it. */
const ends = { begun: '.begun', ended: '.ended', unopened: '.unopened' } as const
const fileOf = (id: string, state: keyof typeof ends) => `${id}${ends[state]}`

const writeRecord = (store: Store, id: string, record: LateRecord, state: 'begun' | 'ended') =>
  writeDurably(join(folderOf(store), fileOf(id, state)), store.seal.seal('late-records.record', id, record))

const listFiles = async (store: Folder): Promise<string[]> =>
  (await readdir(folderOf(store)).catch(nullIfMissing)) ?? []

/** The names of those that can be written, at most so many. */
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

/** Null where it is not there any more. */
export const readLateRecord = (store: Folder, file: string): Promise<Buffer | null> =>
  readFile(join(folderOf(store), file)).catch(nullIfMissing)

/** Throws where it does not open. */
export const openLateRecord = ({ seal }: Store, file: string, sealed: Buffer): LateRecord =>
  seal.open(lateRecord, 'late-records.record', parse(file).name, sealed)

export const removeLateRecord = (store: Folder, file: string): Promise<void> =>
  rm(join(folderOf(store), file), { force: true })

/** For one whose key is gone: it is not tried again, and not lost either. */
export const setLateRecordAside = (store: Folder, file: string): Promise<void> =>
  rename(join(folderOf(store), file), join(folderOf(store), fileOf(parse(file).name, 'unopened')))

/** A record that is complete once its answer has been sent. */
export interface KeptRecord {
  addSent(sent: NonNullable<LateRecord['sent']>): Promise<void>
}

/** Keeps what a visitor does on the replica, before they are given anything; 503 where too much waits. */
export async function keepLateRecord(
  call: Call<VisitorActor>,
  subject: Pick<LateRecord, 'kind' | 'orderId' | 'file1' | 'timezone'>,
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
