import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#server/platform/db/database.ts'
import { jobSchema } from '#server/platform/jobs/make-queues.ts'
import type { Target } from './targets.ts'
import type { UseCase } from './use-cases.ts'
import { markRows } from './written-rows.ts'

/** Jobs, and the call after which each is due. */
const jobs = {
  'preview-document': 'POST /admin/upload-visa-document',
  'mail-order-link': 'POST /front/send-link',
  'mail-reset-link': 'POST /admin/forgot-password',
  'erase-confirmed': 'POST /admin/privacy/requests/:id/erasure',
  'work-bulk-runs': 'POST /admin/change-matching-orders',
} as const

export interface JobReport {
  name: string
  deaths: number
  violations: string[]
}

interface JobTrial {
  db: Db
  /** Of a server that works no jobs. */
  url: string
  useCases: readonly UseCase[]
  /** A server that works jobs, and with `dieInJob` (`NAME:N`) dies in one. */
  start(dieInJob?: string): Promise<Target>
}

/** A job of a dead server comes again after some ten seconds; those that every minute's job resumes after that. ms */
const limitMs = 150_000
const maxBoundaries = 60

/** How many rows each table has more; those without a change are left out. */
type MoreRows = ReadonlyMap<string, number>

const combine = (one: MoreRows, other: MoreRows, factor: number): MoreRows =>
  new Map(
    [...new Set([...one.keys(), ...other.keys()])]
      .map((table) => [table, (one.get(table) ?? 0) + factor * (other.get(table) ?? 0)] as const)
      .filter(([, more]) => more !== 0),
  )
const describe = (rows: MoreRows): string =>
  [...rows]
    .toSorted()
    .map(([table, more]) => `${table} ${more}`)
    .join(', ') || 'nothing'

async function hasWork(db: Db, job: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(`${jobSchema}.job`)} where name = ${job} and state in ('created', 'retry', 'active') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Ended after each statement and file operation of a job in turn; afterwards as much is done as was asked for. */
async function tryJob({ db, url, useCases, start }: JobTrial, job: string, call: string): Promise<JobReport> {
  const useCase = useCases.find(({ name }) => name === call)
  if (!useCase) throw new Error(`there is no call ${call}`)
  const countRows = async (): Promise<MoreRows> => (await markRows(db)).counts
  /** Makes what the call is about, and makes the call; answers how many rows the former took. */
  const ask = async (): Promise<MoreRows> => {
    const before = await countRows()
    const send = await useCase.prepare(url)
    const made = combine(await countRows(), before, -1)
    const response = await send(url)
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`${call} was answered ${response.status}`)
    return made
  }
  /** A server that goes on works what there is, until `isDone`. */
  const workUntil = async (isDone: () => Promise<boolean>) => {
    const target = await start()
    const deadline = Date.now() + limitMs
    while (Date.now() < deadline && ((await hasWork(db, job)) || !(await isDone()))) await pause(200)
    await target.stop()
  }

  let whole: MoreRows = new Map()
  // The first one may meet what is made once.
  for (let nth = 0; nth < 2; nth++) {
    const before = await countRows()
    const made = await ask()
    await workUntil(async () => true)
    whole = combine(combine(await countRows(), before, -1), made, -1)
  }

  const before = await countRows()
  let made: MoreRows = new Map()
  let [deaths, expected]: [number, MoreRows] = [0, new Map()]
  for (let boundary = 1; boundary <= maxBoundaries; boundary++) {
    made = combine(made, await ask(), 1)
    expected = combine(expected, whole, 1)
    const target = await start(`${job}:${boundary}`)
    while (!target.isGone() && (await hasWork(db, job))) await pause(20)
    if (!(await target.hasDied('answered'))) {
      await target.stop()
      break
    }
    deaths += 1
    await target.forgotten()
  }
  const effect = async () => combine(combine(await countRows(), before, -1), made, -1)
  await workUntil(async () => describe(await effect()) === describe(expected))
  const found = await effect()
  const violations =
    describe(found) === describe(expected)
      ? []
      : [`${job}: ${describe(found)} instead of ${describe(expected)} after ${deaths} deaths`]
  return { name: `job ${job}`, deaths, violations }
}

export async function runJobBoundaries(trial: JobTrial): Promise<JobReport[]> {
  const reports: JobReport[] = []
  for (const [job, call] of Object.entries(jobs)) reports.push(await tryJob(trial, job, call))
  return reports
}
