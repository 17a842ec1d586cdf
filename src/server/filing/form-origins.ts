import { maxFormOrigins } from '#contract/form-filler.ts'
import { wireInstant } from '#contract/rules/dates.ts'
import * as contract from '#contract/form-filler.ts'
import { auditContext, recordAudit } from '#server/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'
import { implement, read, write } from '#server/platform/http/implement.ts'
import {
  deleteFormOrigin,
  insertFormOrigin,
  isFormOrigin,
  selectFormOrigins,
} from './form-origins.queries.ts'

/** 403 for an origin that no Admin has named. */
export async function requireFormOrigin(tx: Tx, origin: string): Promise<void> {
  if (!(await isFormOrigin(tx, origin)))
    refuse('forbidden', `${origin} is not among the official pages that an Admin has named.`)
}

export const formOriginCalls = implement(contract, {
  /** The origins of the official pages that the form filler may fill (product §12). */
  listFormOrigins: read(async ({ tx }) => {
    const rows = await selectFormOrigins(tx)
    return { data: rows.map(({ created_at, ...row }) => ({ ...row, created_at: wireInstant(created_at) })) }
  }),
  /** 409 for a duplicate or beyond the maximum. */
  addFormOrigin: write(async (work, { body: { origin } }) => {
    const { tx, actor, now } = work
    // Serialises additions, so that the maximum holds.
    await lockByName(tx, 'form origins')
    if ((await selectFormOrigins(tx)).length >= maxFormOrigins)
      refuse('conflict', `There are ${maxFormOrigins} official pages already. Remove one first.`)
    const added = await insertFormOrigin(tx, origin, actor.id, now)
    if (!added) return refuse('conflict', `${origin} is among the official pages already.`)
    await recordAudit(auditContext(work), 'form origin added', { origin })
    return { message: `The form filler may fill forms of ${origin}.`, data: { id: added.id } }
  }),
  /** 404 if it is gone already. */
  removeFormOrigin: write(async (work, { params: { id } }) => {
    const removed = await deleteFormOrigin(work.tx, id)
    if (!removed) return refuse('notFound', 'This official page has already been removed.')
    await recordAudit(auditContext(work), 'form origin removed', { origin: removed.origin })
    return { message: `The form filler fills no forms of ${removed.origin} any more.` }
  }),
})
