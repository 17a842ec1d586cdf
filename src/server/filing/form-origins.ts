import { maxFormOrigins, type FormOrigin } from '#contract/form-filler.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import * as contract from '#contract/form-filler.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import type { Work } from '#server/platform/work.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import {
  deleteFormOrigin,
  insertFormOrigin,
  isFormOrigin,
  selectFormOrigins,
} from './form-origins.queries.ts'

/** The official pages that the form filler may fill, by their origins (product §12). */
export async function listFormOrigins(tx: Tx): Promise<FormOrigin[]> {
  const rows = await selectFormOrigins(tx)
  return rows.map(({ created_at, ...row }) => ({ ...row, created_at: wireInstant(created_at) }))
}

/** Answers its id; 409 for one that is there already, or one too many. */
export async function addFormOrigin(work: Work, origin: string): Promise<number> {
  const { tx, actor, now } = work
  // One at a time adds one, so that they are not too many.
  await lockByName(tx, 'form origins')
  if ((await selectFormOrigins(tx)).length >= maxFormOrigins)
    refuse('conflict', `There are ${maxFormOrigins} official pages already. Remove one first.`)
  const added = await insertFormOrigin(tx, origin, actor.id, now)
  if (!added) return refuse('conflict', `${origin} is among the official pages already.`)
  await recordAudit(auditContext(work), 'form origin added', { origin })
  return added.id
}

/** Answers the origin; 404 where it has gone already. */
export async function removeFormOrigin(work: Work, id: number): Promise<string> {
  const removed = await deleteFormOrigin(work.tx, id)
  if (!removed) return refuse('notFound', 'This official page has already been removed.')
  await recordAudit(auditContext(work), 'form origin removed', { origin: removed.origin })
  return removed.origin
}

/** 403 for a page of any other origin. */
export async function requireFormOrigin(tx: Tx, origin: string): Promise<void> {
  if (!(await isFormOrigin(tx, origin)))
    refuse('forbidden', `${origin} is not among the official pages that an Admin has named.`)
}

export const formOriginCalls = implement(contract, {
  listFormOrigins: read(async ({ tx }) => ({ data: await listFormOrigins(tx) })),
  addFormOrigin: write(async (work, { body: { origin } }) => ({
    message: `The form filler may fill forms of ${origin}.`,
    data: { id: await addFormOrigin(work, origin) },
  })),
  removeFormOrigin: write(async (work, { params }) => ({
    message: `The form filler fills no forms of ${await removeFormOrigin(work, params.id)} any more.`,
  })),
})
