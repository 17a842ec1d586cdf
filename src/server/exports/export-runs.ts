import type { FastifyReply } from 'fastify'
import { setTimeout as pause } from 'node:timers/promises'
import type { ExportRun } from '#contract/export-runs.ts'
import * as contract from '#contract/export-runs.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { LongRead } from '#server/platform/db/long-reads.ts'
import { refuse, RefusalError } from '#server/platform/refusal.ts'
import type { Call, MemberActor } from '#server/platform/work.ts'
import { handle, implement } from '#server/platform/http/implement.ts'
import { endExportRead, isExportRead, lockExport } from './export-lock.queries.ts'

/** ms for which is known how an export ended. */
const keptMs = 60_000
/** Those that are known at once: nobody fills the memory with ids. */
const maxRuns = 1000
/** ms for a read to end by itself before its connection is ended. */
const graceMs = 300

/** An export while its rows are read and sent. */
export interface RunningExport {
  /** What the rows are read by, once it has begun: other servers see by it that the export runs, and a cancellation waits for its end. */
  readsBy(read: LongRead): Promise<void>
  setTotal(total: number): void
  /** The same rows, counted as they pass. */
  count<Row>(rows: AsyncIterable<Row>): AsyncIterable<Row>
}

/** For an export that nobody asks about. */
const unfollowed: RunningExport = {
  readsBy: async () => {},
  setTotal: () => {},
  count: (rows) => rows,
}

interface Run extends ExportRun {
  abort(): void
  /** The connection that reads for it is free. */
  readEnded: Promise<void>
}

/** The exports that this server sends, and how the last ones ended. */
export interface ExportRuns {
  /** Sends what `answer` makes of an export; its failure is the call's. */
  follow(
    call: Call,
    exportId: string | undefined,
    reply: FastifyReply,
    answer: (run: RunningExport) => Promise<FastifyReply>,
  ): Promise<FastifyReply>
  /** How far the caller's export is; of one that another server sends, that it runs. */
  read(call: Call, exportId: string): Promise<ExportRun>
  /** Ends the caller's export, whichever server sends it; 404 where none runs. */
  cancel(call: Call, exportId: string): Promise<void>
}

const keyOf = ({ id }: MemberActor, exportId: string) => `${id} ${exportId}`

/** Asks each database that exports are read from; an export is read from one of them. */
async function readers(
  { db, replica }: Pick<Call, 'db' | 'replica'>,
  ask: (db: Db) => Promise<boolean>,
): Promise<boolean> {
  const answers = await Promise.all([ask(db), ...(replica ? [ask(replica.db)] : [])])
  return answers.includes(true)
}

export function createExportRuns(): ExportRuns {
  const runs = new Map<string, Run>()
  function begin(key: string, { raw }: FastifyReply): Run {
    const run: Run = {
      state: 'running',
      rows: 0,
      total: null,
      reason: null,
      abort: () => raw.destroy(),
      readEnded: Promise.resolve(),
    }
    raw.once('close', () => {
      const isWhole = raw.writableFinished && raw.statusCode === 200
      if (run.state === 'running') run.state = isWhole ? 'done' : 'failed'
      setTimeout(() => {
        if (runs.get(key) === run) runs.delete(key)
      }, keptMs).unref()
    })
    const [oldest] = runs.keys()
    if (runs.size >= maxRuns && oldest !== undefined) runs.delete(oldest)
    runs.set(key, run)
    return run
  }

  return {
    async follow(call, exportId, reply, answer) {
      if (exportId === undefined) return answer(unfollowed)
      const key = keyOf(call.actor, exportId)
      // Browsers ask once more by themselves where a connection ended without an answer.
      if (runs.get(key)?.state === 'cancelled') return refuse('conflict', 'This export has been cancelled.')
      const run = begin(key, reply)
      const running: RunningExport = {
        async readsBy({ tx, ended }) {
          run.readEnded = ended
          await lockExport(tx, call.actor.id, exportId)
        },
        setTotal: (total) => (run.total = total),
        async *count(rows) {
          let count = 0
          for await (const row of rows) {
            run.rows = count += 1
            yield row
          }
        },
      }
      return answer(running).catch((error: unknown) => {
        if (error instanceof RefusalError) run.reason = error.message
        throw error
      })
    },

    async read({ actor, ...call }, exportId) {
      const run = runs.get(keyOf(actor, exportId))
      if (run) return { state: run.state, rows: run.rows, total: run.total, reason: run.reason }
      const isElsewhere = await readers(call, (db) => isExportRead(db, actor.id, exportId))
      return { state: isElsewhere ? 'running' : 'unknown', rows: null, total: null, reason: null }
    },

    async cancel({ actor, ...call }, exportId) {
      const run = runs.get(keyOf(actor, exportId))
      const isHere = run?.state === 'running'
      if (isHere) {
        run.state = 'cancelled'
        run.abort()
        // A connection that is free again may read for somebody else by the time it would be ended.
        await Promise.race([run.readEnded, pause(graceMs)])
      }
      const wasRead = await readers(call, (db) => endExportRead(db, actor.id, exportId))
      if (!isHere && !wasRead) refuse('notFound', 'This export has ended.')
    },
  }
}

export const exportRunCalls = (runs: ExportRuns) =>
  implement(contract, {
    readExport: handle(async (call, { params }) => ({ data: await runs.read(call, params.exportId) })),
    cancelExport: handle(async (call, { params }) => {
      await runs.cancel(call, params.exportId)
      return { message: 'The export has been cancelled.' }
    }),
  })
