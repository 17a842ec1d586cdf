import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import { sealingKeyId, type Seal } from '../seal.ts'

/** Jobs with personal data in their payload, which is stored sealed. */
const sealedJobs = new Set(['mail-reset-link', 'mail-order-link'])
export const isSealedJob = (name: string): boolean => sealedJobs.has(name)

const sealedPayload = z.object({ sealed: z.string() })
type SealedPayload = z.infer<typeof sealedPayload>

export const sealPayload = (seal: Seal, name: string, payload: object): SealedPayload => ({
  sealed: seal.seal('jobs.data', name, payload).toString('base64'),
})

const sealedBytes = ({ sealed }: SealedPayload) => Buffer.from(sealed, 'base64')

export function openPayload(seal: Seal, name: string, data: unknown): unknown {
  if (!isSealedJob(name)) return data ?? {}
  return seal.open(z.unknown(), 'jobs.data', name, sealedBytes(z.parse(sealedPayload, data)))
}

interface Job {
  id: string
  name: string
  data: SealedPayload
}

async function lockJobs(tx: Tx): Promise<Job[]> {
  const { rows } = await sql<Job>`
    select id, name, data from jobs.job
    where state in ('created', 'retry', 'active') and data ? 'sealed'
    order by id for update
  `.execute(tx)
  return rows
}

/** Null where the payload does not open. */
function resealPayload(seal: Seal, name: string, sealed: Buffer): SealedPayload | null {
  try {
    return { sealed: seal.reseal('jobs.data', name, sealed).toString('base64') }
  } catch {
    return null
  }
}

interface ResealedJobs {
  resealed: number
  unopened: string[]
}

export async function resealJobs(tx: Tx, seal: Seal): Promise<ResealedJobs> {
  const result: ResealedJobs = { resealed: 0, unopened: [] }
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass('jobs.job')::text as "table"`.execute(tx)
  if (!found[0]?.table) return result
  for (const { id, name, data } of await lockJobs(tx)) {
    const sealed = sealedBytes(data)
    const keyId = sealingKeyId(sealed)
    if (keyId === seal.currentKeyId) continue
    const payload = resealPayload(seal, name, sealed)
    if (payload) {
      await sql`update jobs.job set data = ${JSON.stringify(payload)}::jsonb where id = ${id} and name = ${name}`.execute(
        tx,
      )
      result.resealed++
    } else result.unopened.push(keyId)
  }
  return result
}

/** Deletes sealed payloads: those of ended jobs, and those of pending jobs that `matches` selects. */
export async function deleteSealedJobs(
  tx: Tx,
  seal: Seal,
  matches: (payload: unknown) => boolean,
): Promise<void> {
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass('jobs.job')::text as "table"`.execute(tx)
  if (!found[0]?.table) return
  await sql`delete from jobs.archive where data ? 'sealed'`.execute(tx)
  await sql`delete from jobs.job where data ? 'sealed' and state in ('completed', 'cancelled', 'failed')`.execute(
    tx,
  )
  const { rows } = await sql<{ id: string; name: string; data: SealedPayload }>`
    select id, name, data from jobs.job where data ? 'sealed' for update skip locked`.execute(tx)
  for (const { id, name, data } of rows)
    if (matches(openPayload(seal, name, data)))
      await sql`delete from jobs.job where id = ${id} and name = ${name}`.execute(tx)
}
