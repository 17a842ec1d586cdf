import { sql } from 'kysely'
import { recordAudit, type AuditContext } from '#server/audit/audit.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { lockByName } from '#server/platform/db/named-lock.ts'
import { refuse } from '#server/platform/refusal.ts'

/**
 * Removes all orders of an imported file as if it had never come (product §5). Returns how many. Refused where one of
 * them has more than the import gave it: an event, a mail, a document, a visit, a draft.
 */
export async function takeBackFile(context: AuditContext, name: string, sha256: Buffer): Promise<number> {
  const { tx } = context
  await lockByName(tx, 'import')
  const imported = await selectImportedCount(tx, sha256)
  if (imported === 0)
    return refuse('notFound', 'No orders of this file are known: it was not imported, or is taken back.')
  const kept = await deleteImported(tx, sha256)
  if (kept.length > 0)
    refuse(
      'conflict',
      `The file cannot be taken back: its orders have been worked on (${kept.join(', ')}${kept.length < 10 ? '' : ' and others'}). Nothing was removed.`,
    )
  await recordAudit(context, 'import taken back', { name, sha256: sha256.toString('hex'), orders: imported })
  return imported
}

async function selectImportedCount(tx: Tx, sha256: Buffer): Promise<number> {
  const { n } = await tx
    .selectFrom('imported_orders')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow()
  return n
}

/** The orders that cannot be removed, at most ten; all of the file are removed if there are none. */
async function deleteImported(tx: Tx, sha256: Buffer): Promise<number[]> {
  // The usual timeout is too short for the orders of a large file.
  await sql`set local statement_timeout = 0`.execute(tx)
  const { rows } = await sql<{ kept: number[] }>`select take_back_import(${sha256}) as kept`.execute(tx)
  return rows[0]?.kept ?? []
}
