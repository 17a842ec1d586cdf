import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import { actorNames } from '#contract/rules/actor-names.ts'
import * as contract from '#contract/privacy.ts'
import type { Retention } from '#contract/privacy.ts'
import { jakartaToday, wireInstant } from '#contract/rules/dates.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import { disputedOrders } from '#server/orders/order-dispute.ts'
import { inTransaction, type Tx } from '#server/platform/db/database.ts'
import type { OrderRow } from '#server/platform/db/tables.ts'
import { refuse } from '#server/platform/refusal.ts'
import { backgroundCall, type Platform, type Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import { eraseOrder } from './erase-order.ts'
import { removeErasedFiles } from './erased-files.ts'

type RetainedPart = 'all' | 'details'

const dayMs = 24 * 60 * 60_000

/** The day in Jakarta this many days ago. */
const dayBefore = (now: Date, days: number): string => jakartaToday(new Date(now.getTime() - days * dayMs))

const isOfSettings = (
  { config: { retention } }: Pick<Platform, 'config'>,
  { detailsDays, evidenceDays }: Pick<Confirmation, 'detailsDays' | 'evidenceDays'>,
): boolean => detailsDays === retention.detailsDays && evidenceDays === retention.evidenceDays

/** A dry run of retention, and whether it is on; a change of the settings turns it off. */
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

interface Due {
  part: RetainedPart
  before: string
  isDisputed: boolean
}

/** `selectDueOrders` for a locked order: a dispute or restriction may be newer. */
function isDue(order: OrderRow, { part, before, isDisputed }: Due): boolean {
  const day = order.travel_date ?? jakartaToday(order.created_at)
  const isGone = part === 'details' && order.details_erased_at !== null
  return day < before && !isGone && !isDisputed && order.restricted_at === null
}

/** One order per transaction. Returns how many, or null if time was up. */
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
        const erased = await eraseOrder(work, orderId, (order, { isDisputed }) =>
          isDue(order, { part, before, isDisputed }) ? part : null,
        )
        if (erased === part) count += 1
      })
    }
    after = ids.at(-1) ?? after
    if (ids.length < ordersAtOnce) return count
  }
}

/** Only if an Admin turned it on for these settings. The rest waits for the next night. */
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
  /** Turns retention on, for the settings that were shown, or off; 409 if the settings have changed. */
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

const disputed = sql<boolean>`(order_id in (${disputedOrders}))`

/** Orders whose travel, or else creation, was before a day. */
const isPast = (before: string): RawBuilder<boolean> =>
  sql`coalesce(travel_date, (created_at at time zone 'Asia/Jakarta')::date) < ${before}::date`

const isKept = (part: RetainedPart): RawBuilder<boolean> =>
  part === 'all' ? sql`erased_at is null` : sql`details_erased_at is null`

/** No open dispute and no restriction by the customer holds it. */
const isFree = sql<boolean>`(not ${disputed} and restricted_at is null)`

/** The next orders of which a part is due, by id. */
async function selectDueOrders(
  tx: Tx,
  part: RetainedPart,
  { before, after, limit }: { before: string; after: number; limit: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', '>', after)
    .where(isPast(before))
    .where(isKept(part))
    .where(isFree)
    .orderBy('order_id')
    .limit(limit)
    .execute()
  return rows.map(({ order_id: orderId }) => orderId)
}

interface DueCounts {
  details: number
  everything: number
  disputed: number
}

async function countDueOrders(
  tx: Tx,
  { details, everything }: { details: string; everything: string },
): Promise<DueCounts> {
  const { rows } = await sql<DueCounts>`
    select
      count(*) filter (where ${isFree} and details_erased_at is null and not ${isPast(everything)}) as details,
      count(*) filter (where ${isFree} and ${isPast(everything)}) as everything,
      count(*) filter (where ${disputed}) as disputed
    from orders
    where erased_at is null and ${isPast(details)}
  `.execute(tx)
  return rows[0] ?? { details: 0, everything: 0, disputed: 0 }
}

const retentionKey = 'retention'

const confirmation = z.object({
  detailsDays: z.number(),
  evidenceDays: z.number(),
  at: z.string(),
  by: z.string(),
})
type Confirmation = z.infer<typeof confirmation>

async function selectConfirmation(tx: Tx): Promise<Confirmation | null> {
  const row = await tx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', retentionKey)
    .executeTakeFirst()
  return row ? z.parse(confirmation, row.value) : null
}

const saveConfirmation = (tx: Tx, content: Confirmation) =>
  tx
    .insertInto('settings')
    .values({ key: retentionKey, value: JSON.stringify(content) })
    .onConflict((same) => same.column('key').doUpdateSet({ value: JSON.stringify(content) }))
    .execute()

const deleteConfirmation = (tx: Tx) => tx.deleteFrom('settings').where('key', '=', retentionKey).execute()
