import type { BulkRun, BulkRunAction, listBulkRunOrders } from '#contract/bulk-runs.ts'
import type { Params, Query } from '#contract/endpoint.ts'
import * as contract from '#contract/bulk-runs.ts'
import type { Db } from '#server/platform/db/database.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Call, Work } from '#server/platform/work.ts'
import { handle, implement, read, readOnce, write } from '#server/platform/http/implement.ts'
import { undoTtlMs } from '../undo.ts'
import { beginUndo, selectRun, selectRunOrders, stopPass, type RunRecord } from './bulk-runs.queries.ts'
import { changeMatching, requireNoRun, workRunsJob } from './start-run.ts'

const defaultLimit = 100

const stateOf = ({
  pass,
  stop_reason: stopReason,
  undo_started_at: undoneAt,
}: RunRecord): BulkRun['state'] => {
  if (pass !== null) return pass === 'change' ? 'running' : 'undoing'
  if (undoneAt) return 'undone'
  return stopReason === null ? 'done' : 'stopped'
}

function undoEnd({ finished_at: finishedAt, undo_started_at: undoneAt, changed }: RunRecord): Date | null {
  return finishedAt && !undoneAt && changed > 0 ? new Date(finishedAt.getTime() + undoTtlMs) : null
}

const getRecord = async (db: Db, runId: string): Promise<RunRecord> =>
  (await selectRun(db, runId)) ?? refuse('notFound', 'There is no such change.')

async function readRun({ db, actor, now }: Call, runId: string): Promise<BulkRun> {
  const run = await getRecord(db, runId)
  const isOwn = run.member_id === actor.id
  const until = undoEnd(run)
  return {
    id: run.id,
    state: stateOf(run),
    folderName: run.queue,
    action: run.action,
    by: run.by,
    isOwn,
    startedAt: run.started_at.toISOString(),
    total: run.total,
    changed: run.changed,
    refused: run.refused,
    stopReason: run.stop_reason,
    undoUntil: isOwn && until && until > now ? until.toISOString() : null,
    undone: run.undone,
    kept: run.kept,
    undoStopReason: run.undo_stop_reason,
  }
}

async function listRunOrders(
  { db }: Call,
  { runId }: Params<typeof listBulkRunOrders>,
  { outcome, after, limit = defaultLimit }: Query<typeof listBulkRunOrders>,
) {
  await getRecord(db, runId)
  const rows = await selectRunOrders(db, runId, { outcome, after: after ?? 0, limit: limit + 1 })
  return { data: rows.slice(0, limit), hasMore: rows.length > limit }
}

async function requireOwnRun({ tx, actor }: Work, runId: string): Promise<void> {
  const run = await getRecord(tx, runId)
  if (run.member_id !== actor.id)
    refuse('forbidden', `Only ${run.by}, who started this change, can cancel or undo it.`)
}

/** No further order is changed after the reply. 409 if the run has ended. */
async function cancelRun(work: Work, runId: string): Promise<BulkRun> {
  await requireOwnRun(work, runId)
  const isStopped = await stopPass(work.tx, runId, 'change', `${work.actor.name} cancelled it.`, work.now)
  if (!isStopped) refuse('conflict', 'This change has ended.')
  return readRun({ ...work, db: work.tx }, runId)
}

/** Undoes a run as a whole, once, within ten minutes of its end, by a job (product §3); else 409. */
async function undoRun(work: Work, runId: string): Promise<BulkRun> {
  const { tx, jobs, actor, now } = work
  await requireOwnRun(work, runId)
  await requireNoRun(work)
  const since = new Date(now.getTime() - undoTtlMs)
  const isBegun = await beginUndo(tx, runId, { sessionId: actor.sessionId, since, now })
  if (!isBegun) refuse('conflict', 'This can no longer be undone.')
  await workRunsJob.queue({ jobs, tx }, {}, { retries: 3 })
  return readRun({ ...work, db: tx }, runId)
}

/** The messages of the calls for single orders (spec §8). */
const messages: Record<BulkRunAction['kind'], string> = {
  assign: 'Order has been assigned successfully',
  giveBack: 'Order has been moved successfully',
  move: 'Order has been moved successfully',
  delete: 'Order has been deleted successfully',
}

export const bulkRunCalls = implement(contract, {
  changeMatchingOrders: handle(async (call, { body }) => {
    const started = await changeMatching(call, body)
    if ('runId' in started)
      return {
        message: 'The change has been started.',
        data: { result: null, run: await readRun(call, started.runId) },
      }
    return { message: messages[body.action.kind], data: { result: started.result, run: null } }
  }),
  readBulkRun: readOnce(async (call, { params }) => ({ data: await readRun(call, params.runId) })),
  listBulkRunOrders: read((call, { params, query }) => listRunOrders(call, params, query)),
  cancelBulkRun: write(async (work, { params }) => ({
    message: 'The change has been cancelled.',
    data: await cancelRun(work, params.runId),
  })),
  undoBulkRun: write(async (work, { params }) => ({
    message: 'The change is being undone.',
    data: await undoRun(work, params.runId),
  })),
})
