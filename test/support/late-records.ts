import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backgroundCall } from '#server/platform/work.ts'
import { keepLateRecord } from '#server/visitor/late-records.ts'
import type { TestApp } from './test-app.ts'

interface LateDownload {
  orderId: number
  file1: string
  ip: string
  userAgent: string
}

/** Keeps a download as a server does whose primary is away. */
export async function keepLateDownload(
  { platform }: TestApp,
  { orderId, file1, ip, userAgent }: LateDownload,
): Promise<void> {
  const visitor = { kind: 'visitor', cookies: {}, member: null } as const
  const call = { ...backgroundCall(platform, visitor), ip, userAgent }
  const record = await keepLateRecord(call, {
    kind: 'download',
    orderId,
    file1,
    timezone: 'Asia/Jakarta',
    visit: '',
  })
  await record.addSent({ start: 0, bytes: 1, size: 1 })
}

/** The names of what is kept in the folder of an app's files. */
export const listKept = ({ dataDir }: TestApp): Promise<string[]> =>
  readdir(join(dataDir, 'late-records')).catch(() => [])
