import { isDeepStrictEqual } from 'node:util'
import { NotConfirmed } from '#server/platform/auth/identify.ts'
import { inTransaction, type Db } from '#server/platform/db/database.ts'
import { RefusalError } from '#server/platform/refusal.ts'
import { findSessionMember } from '#server/platform/auth/sessions.ts'
import { backgroundCall, type MemberActor, type Platform, type Work } from '#server/platform/work.ts'
import { changeEach, type OrderChange } from '../bulk-change.ts'
import { lockForChange } from '../order-access.ts'
import { revertStates } from '../undo.ts'
import {
  saveChanges,
  claimRun,
  saveUndo,
  selectBatch,
  stopPass,
  type ClaimedRun,
} from './bulk-runs.queries.ts'
import { planChange } from './plan-change.ts'

const told = ({ orderId, reason }: { orderId: number; reason: string }) => ({ orderId, reason })

/** The change, or the reason why the member may no longer make it. */
const planOrReason = (work: Work, run: ClaimedRun): Promise<OrderChange | string> =>
  planChange(work, run.action).catch((error: unknown) => {
    if (error instanceof RefusalError) return error.message
    throw error
  })

async function changeBatch(work: Work, run: ClaimedRun): Promise<void> {
  const { tx, now } = work
  const change = await planOrReason(work, run)
  if (typeof change === 'string') {
    await stopPass(tx, run.id, 'change', change, now)
    return
  }
  const batch = await selectBatch(tx, run.id, run.done_batches + 1)
  await lockForChange(work, batch.order_ids)
  const { updated, skips, eventIds } = await changeEach(work, { ...change, ids: batch.order_ids })
  await saveChanges(tx, run, {
    changed: updated.length,
    eventIds,
    refusals: skips.map(told),
    isLast: batch.is_last,
    now,
  })
}

async function undoBatch(work: Work, run: ClaimedRun): Promise<void> {
  const { tx, now } = work
  const number = run.undone_batches + 1
  const batch = await selectBatch(tx, run.id, number)
  const { updated, skipped } = await revertStates(work, batch.event_ids ?? [])
  await saveUndo(tx, run, {
    undone: updated.length,
    kept: skipped.map(told),
    isLast: number === run.done_batches,
    now,
  })
}

const passes = { change: changeBatch, undo: undoBatch }

/** Repeats the batch if the session ended or the role changed while it waited for locks. */
const sameMember = (member: MemberActor) => async (db: Db) => {
  if (!isDeepStrictEqual(await findSessionMember(db, member.sessionId), member)) throw new NotConfirmed()
}

/** False if no run is under way. */
const workBatch = (platform: Platform): Promise<boolean> =>
  inTransaction(platform.db, async (tx) => {
    const run = await claimRun(tx)
    if (!run?.pass) return false
    const member = await findSessionMember(tx, run.session_id)
    if (!member || member.mustEnrol)
      await stopPass(tx, run.id, run.pass, 'The session in which it was started has ended.', platform.clock())
    else await passes[run.pass]({ ...backgroundCall(platform, member), tx, confirm: sameMember(member) }, run)
    return true
  }).catch((error: unknown) => {
    if (error instanceof NotConfirmed) return true
    throw error
  })

/**
 * Works runs, at least one batch, each a transaction, until none is left or time is up; true if one is left. Each batch
 * reads the member's rights anew.
 */
export async function workRuns(platform: Platform, untilMs: number): Promise<boolean> {
  let isLeft = await workBatch(platform)
  while (isLeft && Date.now() < untilMs) isLeft = await workBatch(platform)
  return isLeft
}
