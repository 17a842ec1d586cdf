import { draftTtlMs } from '#server/drafts/drafts.ts'
import { deleteOldChanges, readChanges } from '#server/live/changes.queries.ts'
import { oldestKept } from '#server/live/position.ts'
import { viewerTtlMs } from '#server/orders/viewers.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import { deleteExpired, type ExpiredRows } from '#server/platform/db/expired-rows.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { defineJob, noPayload } from '#server/platform/jobs/define-job.ts'
import type { Platform } from '#server/platform/work.ts'
import { deleteExpiredProposals } from '#server/proposals/proposals.queries.ts'
import { answerByMail } from '#server/proposals/read-proposals.ts'
import { deviceTtlMs } from '#server/session/known-devices.ts'

const dayMs = 24 * 60 * 60_000
/** What gateways told waits so long for its order (product §14). */
const waitingMs = 180 * dayMs

type Row = ExpiredRows | { table: keyof Tables; remove: (tx: Tx, now: Date) => Promise<unknown> }

export const expiredRows: readonly Row[] = [
  // The longest window of an attempt limit is a day.
  { table: 'attempts', date: 'at', keptMs: dayMs },
  { table: 'bulk_runs', date: 'started_at', keptMs: 30 * dayMs, only: 'pass is null' },
  { table: 'disputes', date: 'received_at', keptMs: waitingMs, only: 'order_id is null' },
  { table: 'drafts', date: 'updated_at', keptMs: draftTtlMs },
  { table: 'fill_tokens', date: 'expires_at' },
  { table: 'gateway_refunds', date: 'received_at', keptMs: waitingMs, only: 'order_id is null' },
  // Landing sites repeat requests within minutes. The keys of imports are kept for good.
  { table: 'idempotency_keys', date: 'created_at', keptMs: 30 * dayMs, only: "owner <> 'import'" },
  { table: 'mail_quotas', date: 'hour', keptMs: 7 * dayMs },
  { table: 'member_devices', date: 'last_seen_at', keptMs: deviceTtlMs },
  {
    table: 'order_changes',
    remove: async (tx) => deleteOldChanges(tx, String(oldestKept((await readChanges(tx, [])).now))),
  },
  { table: 'order_viewers', date: 'seen_at', keptMs: viewerTtlMs },
  { table: 'passkey_challenges', date: 'expires_at' },
  { table: 'password_resets', date: 'expires_at' },
  {
    table: 'proposals',
    remove: async (tx, now) => answerByMail(tx, await deleteExpiredProposals(tx, now)),
  },
  { table: 'undo_tokens', date: 'expires_at' },
]

const deleteExpiredRowsJob = defineJob('delete-expired-rows', noPayload)

export async function deleteExpiredRows({ db, clock }: Pick<Platform, 'db' | 'clock'>): Promise<void> {
  const errors: unknown[] = []
  for (const row of expiredRows)
    await inTransaction(db, async (tx) => {
      await ('remove' in row ? row.remove(tx, clock()) : deleteExpired(tx, row, clock()))
    }).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw errors[0]
}

export const expiryJobs = (platform: Platform) =>
  deleteExpiredRowsJob.handle(platform.jobs, () => deleteExpiredRows(platform), {
    every: '*/10 * * * *',
    timeoutSeconds: 60,
  })
