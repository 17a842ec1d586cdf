import { inTransaction } from '#server/platform/db/database.ts'
import { whileLocked } from '#server/platform/db/named-lock.ts'
import { startLoop } from '#server/platform/jobs/loop.ts'
import { backgroundCall, type Call, type Platform, type VisitorActor } from '#server/platform/work.ts'
import { recordLateDownload } from './downloads.ts'
import {
  listLateRecords,
  openLateRecord,
  readLateRecord,
  removeLateRecord,
  setLateRecordAside,
  type LateRecord,
} from './late-records.ts'
import { recordLateView } from './previews.ts'

/** Records written in one run, under the lock. */
const atOnce = 500

const recordByKind = { download: recordLateDownload, preview: recordLateView } satisfies Record<
  LateRecord['kind'],
  unknown
>

/** A call with the record's time and client, so that it is written as it would have been then. */
const callOf = (platform: Platform, { at, ip, userAgent }: LateRecord): Call<VisitorActor> => ({
  ...backgroundCall(platform, { kind: 'visitor', cookies: {}, member: null }),
  now: at,
  ip,
  userAgent,
})

/** Null if its key is gone: the record is set aside. */
async function openOrSetAside(platform: Platform, file: string, sealed: Buffer): Promise<LateRecord | null> {
  try {
    return openLateRecord(platform, file, sealed)
  } catch (error) {
    platform.log.error({ err: error, record: file }, 'a late record cannot be unsealed and is set aside')
    await setLateRecordAside(platform, file)
    return null
  }
}

/** Writes one kept record; it is dropped if its order or document is gone. */
async function writeLateRecord(platform: Platform, file: string): Promise<void> {
  const sealed = await readLateRecord(platform, file)
  const record = sealed && (await openOrSetAside(platform, file, sealed))
  if (!record) return
  await inTransaction(platform.db, (tx) =>
    recordByKind[record.kind]({ ...callOf(platform, record), tx }, record),
  )
  await removeLateRecord(platform, file)
}

const leaveToOther = async () => {}

/** One server at a time, so that records in a shared folder are written once. */
async function writeLateRecords(platform: Platform): Promise<void> {
  await whileLocked(platform.db, 'late records could not be written', leaveToOther, async () => {
    const files = await listLateRecords(platform, atOnce)
    for (const file of files) await writeLateRecord(platform, file)
  })
}

const isAnyDue = async (platform: Platform) =>
  !platform.primary?.isAway() && (await listLateRecords(platform, 1)).length > 0

/** Also writes records of a server that died meanwhile. */
export function lateRecordJobs(platform: Platform): void {
  const { jobs, log } = platform
  jobs.addLoop('late records could not be written', (pace) =>
    startLoop(
      {
        claim: async () => ((await isAnyDue(platform)) ? [platform] : []),
        work: writeLateRecords,
        onError: (error) => log.error({ err: error }, 'late records could not be written'),
      },
      { concurrency: 1, pace },
    ),
  )
}
