import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Tx } from '../db/database.ts'
import { sealingKeyId, type Seal } from '../seal.ts'

const sealedPayload = z.object({ sealed: z.string() })
type SealedPayload = z.infer<typeof sealedPayload>

/** The payload of a job that tells of a person, as its row keeps it. */
export const sealPayload = (seal: Seal, name: string, payload: object): SealedPayload => ({
  sealed: seal.seal('jobs.data', name, payload).toString('base64'),
})

/** The payload of any job; those of older versions are readable. */
export function openPayload(seal: Seal, name: string, data: unknown): unknown {
  const { success, data: kept } = sealedPayload.safeParse(data)
  return success
    ? seal.open(z.unknown(), 'jobs.data', name, Buffer.from(kept.sealed, 'base64'))
    : (data ?? {})
}

/** Seals by the current key what jobs that are still to be worked keep. */
export async function resealJobs(tx: Tx, seal: Seal): Promise<void> {
  const { rows: found } = await sql<{ table: string | null }>`
    select to_regclass('jobs.job')::text as "table"`.execute(tx)
  if (!found[0]?.table) return
  const { rows } = await sql<{ id: string; name: string; data: SealedPayload }>`
    select id, name, data from jobs.job
    where state in ('created', 'retry', 'active') and data ? 'sealed'
    for update skip locked
  `.execute(tx)
  for (const { id, name, data } of rows) {
    const sealed = Buffer.from(data.sealed, 'base64')
    if (sealingKeyId(sealed) === seal.currentKeyId) continue
    const resealed = { sealed: seal.reseal('jobs.data', name, sealed).toString('base64') }
    await sql`update jobs.job set data = ${JSON.stringify(resealed)}::jsonb where id = ${id} and name = ${name}`.execute(
      tx,
    )
  }
}

/**
 * Deletes the sealed payloads that nobody needs any more: of jobs that have ended, and of those to come that `matches`
 * says so of.
 */
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
