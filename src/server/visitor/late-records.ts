import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
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
  /** Of a download, once its answer has ended. */
  sent: z.optional(z.object({ bytes: z.number(), reachedEnd: z.boolean(), size: z.number() })),
})
export type LateRecord = z.infer<typeof lateRecord>

/** More would fill the disk: whoever comes then is asked to come again. */
const maxRecords = 20_000

const folderOf = ({ config }: Pick<Platform, 'config'>) => join(config.dataDir, 'late-records')
const fileEnd = '.sealed'
const pathOf = (store: Pick<Platform, 'config'>, id: string, end = fileEnd) =>
  join(folderOf(store), `${id}${end}`)

type Store = Pick<Platform, 'config' | 'seal'>

async function writeRecord(store: Store, id: string, record: LateRecord): Promise<void> {
  const sealed = store.seal.seal('late-records.record', id, record)
  await writeDurably(pathOf(store, id), sealed)
}

/** The ids of those that wait. */
export async function listLateRecords(store: Pick<Platform, 'config'>): Promise<string[]> {
  const files = await readdir(folderOf(store)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return files.flatMap((file) => (file.endsWith(fileEnd) ? [file.slice(0, -fileEnd.length)] : []))
}

/** Throws where it does not open. Null where another server of the same folder has written it meanwhile. */
export async function readLateRecord(store: Store, id: string): Promise<LateRecord | null> {
  const sealed = await readFile(pathOf(store, id)).catch(() => null)
  return sealed && store.seal.open(lateRecord, 'late-records.record', id, sealed)
}

export const removeLateRecord = (store: Pick<Platform, 'config'>, id: string): Promise<void> =>
  rm(pathOf(store, id), { force: true })

/** For one whose key is gone: it is not tried again, and not lost either. */
export const setLateRecordAside = (store: Pick<Platform, 'config'>, id: string): Promise<void> =>
  rename(pathOf(store, id), pathOf(store, id, '.unopened'))

/** A record that is on the disk, sealed, and is complete once its answer has been sent. */
export interface KeptRecord {
  addSent(sent: NonNullable<LateRecord['sent']>): Promise<void>
}

/** Keeps what a visitor does on the replica, before they are given anything; 503 where too much waits. */
export async function keepLateRecord(
  call: Call<VisitorActor>,
  subject: Pick<LateRecord, 'kind' | 'orderId' | 'file1'>,
): Promise<KeptRecord> {
  if ((await listLateRecords(call)).length >= maxRecords)
    return refuse('unavailable', 'Too much is waiting to be recorded.', { retryAfter: 10 })
  const { now: at, ip, userAgent } = call
  const id = randomUUID()
  const record: LateRecord = { ...subject, at, ip, userAgent }
  await writeRecord(call, id, record)
  return { addSent: (sent) => writeRecord(call, id, { ...record, sent }) }
}
