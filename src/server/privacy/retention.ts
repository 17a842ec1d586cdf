import { actorNames } from '#contract/rules/actor-names.ts'
import * as contract from '#contract/privacy.ts'
import type { Retention } from '#contract/privacy.ts'
import { jakartaToday, wireInstant } from '#contract/rules/dates.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { inTransaction } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import { backgroundCall, type Platform, type Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { eraseOrder } from './erase-order.ts'
import { removeErasedFiles } from './erased-files.ts'
import { isDisputed } from './plan-erasure.ts'
import {
  countDueOrders,
  deleteConfirmation,
  saveConfirmation,
  selectConfirmation,
  selectDueOrders,
  type Confirmation,
  type RetainedPart,
} from './retention.queries.ts'

const dayMs = 24 * 60 * 60_000

/** The day before which travel is so many days past, in Jakarta. */
const dayBefore = (now: Date, days: number): string => jakartaToday(new Date(now.getTime() - days * dayMs))

const isOfSettings = (
  { config: { retention } }: Pick<Platform, 'config'>,
  { detailsDays, evidenceDays }: Pick<Confirmation, 'detailsDays' | 'evidenceDays'>,
): boolean => detailsDays === retention.detailsDays && evidenceDays === retention.evidenceDays

/** A dry run of retention, and whether it is on; settings that were changed since it was turned on turn it off. */
async function planRetention(work: Work): Promise<Retention> {
  const { tx, now, config } = work
  const { detailsDays, evidenceDays } = config.retention
  const confirmed = await selectConfirmation(tx)
  const due = await countDueOrders(tx, {
    details: dayBefore(now, detailsDays),
    everything: dayBefore(now, evidenceDays),
  })
  return {
    details_days: detailsDays,
    evidence_days: evidenceDays,
    ...due,
    confirmed: confirmed && isOfSettings(work, confirmed) ? { at: confirmed.at, by: confirmed.by } : null,
  }
}

const retentionActor = { kind: 'job', name: actorNames.retention } as const
const ordersAtOnce = 100

/** The same as `selectDueOrders`, of a locked order: what holds it may have come since. */
function isDue(order: OrderRow, part: RetainedPart, before: string): boolean {
  const day = order.travel_date ?? jakartaToday(order.created_at)
  const isGone = part === 'details' && order.details_erased_at !== null
  return day < before && !isGone && !isDisputed(order) && order.restricted_at === null
}

/** Erases a part of the orders of which it is due, an order a transaction; how many, or null where time was up. */
async function eraseDue(platform: Platform, part: RetainedPart, days: number, untilMs: number) {
  const before = dayBefore(platform.clock(), days)
  let count = 0
  for (let after = 0; ;) {
    const from = after
    const ids = await inTransaction(platform.db, (tx) =>
      selectDueOrders(tx, part, { before, after: from, limit: ordersAtOnce }),
    )
    for (const orderId of ids) {
      if (Date.now() > untilMs) return count
      await inTransaction(platform.db, async (tx) => {
        const work = { ...backgroundCall(platform, retentionActor), tx }
        const erased = await eraseOrder(work, orderId, (order) => (isDue(order, part, before) ? part : null))
        if (erased === part) count += 1
      })
    }
    after = ids.at(-1) ?? after
    if (ids.length < ordersAtOnce) return count
  }
}

/** Erases what is due, if an Admin has turned that on for these settings. What is left is for the next night. */
export async function runRetention(platform: Platform, untilMs: number): Promise<void> {
  const confirmed = await inTransaction(platform.db, selectConfirmation)
  if (!confirmed || !isOfSettings(platform, confirmed)) return
  const everything = await eraseDue(platform, 'all', confirmed.evidenceDays, untilMs)
  const details = await eraseDue(platform, 'details', confirmed.detailsDays, untilMs)
  await removeErasedFiles(platform)
  if (everything + details > 0)
    await inTransaction(platform.db, (tx) =>
      recordAudit(auditContext({ ...backgroundCall(platform, retentionActor), tx }), 'retention ran', {
        everything,
        details,
      }),
    )
}

export const retentionCalls = implement(contract, {
  readRetention: read(async (work) => ({ data: await planRetention(work) })),
  /** Turns retention on, for the settings that were shown, or off; 409 where they are others now. */
  setRetention: write(async (work, { body: { on, detailsDays, evidenceDays } }) => {
    if (on && !isOfSettings(work, { detailsDays, evidenceDays }))
      return refuse('conflict', 'The settings have changed since the dry run. Please look at it again.')
    const context = auditContext(work)
    if (on) {
      const at = wireInstant(work.now)
      await saveConfirmation(work.tx, { detailsDays, evidenceDays, at, by: work.actor.name })
      await recordAudit(context, 'retention turned on', { detailsDays, evidenceDays })
    } else {
      await deleteConfirmation(work.tx)
      await recordAudit(context, 'retention turned off')
    }
    return { message: on ? 'Retention is on.' : 'Retention is off.', data: await planRetention(work) }
  }),
})
