import { inTransaction } from '#server/platform/db/database.ts'
import { startLoop } from '#server/platform/jobs/loop.ts'
import { backgroundCall, type Call, type Platform, type VisitorActor } from '#server/platform/work.ts'
import { recordLateDownload } from './downloads.ts'
import {
  listLateRecords,
  readLateRecord,
  removeLateRecord,
  setLateRecordAside,
  type LateRecord,
} from './late-records.ts'
import { recordLateView } from './previews.ts'

const recordByKind = { download: recordLateDownload, preview: recordLateView } satisfies Record<
  LateRecord['kind'],
  unknown
>

/** As whom and when it happened, so that it is recorded as it would have been then. */
const callOf = (platform: Platform, { at, ip, userAgent }: LateRecord): Call<VisitorActor> => ({
  ...backgroundCall(platform, { kind: 'visitor', cookies: {}, member: null }),
  now: at,
  ip,
  userAgent,
})

/** Writes one of the kept records; what it is of may be gone by now, and is not recorded then. */
export async function writeLateRecord(platform: Platform, id: string): Promise<void> {
  const record = await readLateRecord(platform, id).catch(async (error: unknown) => {
    platform.log.error({ err: error, record: id }, 'a late record does not open and is set aside')
    await setLateRecordAside(platform, id)
    return null
  })
  if (record)
    await inTransaction(platform.db, (tx) =>
      recordByKind[record.kind]({ ...callOf(platform, record), tx }, record),
    )
  await removeLateRecord(platform, id)
}

/** Writes what visitors did while the primary was away, also what a server left that died meanwhile. */
export function lateRecordJobs(platform: Platform): void {
  const { jobs, log, replica } = platform
  jobs.addLoop('late records', (pace) => {
    // One at a time, so that none is found a second time while it is written.
    return startLoop<string>(
      {
        claim: async () => (replica?.primary.isAway() ? [] : (await listLateRecords(platform)).slice(0, 1)),
        work: (id) => writeLateRecord(platform, id),
        onError: (error) => log.error({ err: error }, 'late records'),
      },
      { concurrency: 1, pace },
    )
  })
}
