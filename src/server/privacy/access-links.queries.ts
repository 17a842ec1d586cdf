import { sql, type Selectable } from 'kysely'
import type { AccessFileKind } from '#contract/rules/privacy.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Tables } from '#server/platform/db/tables.ts'

type AccessLinkRow = Selectable<Tables['access_links']>

export const replaceLink = (tx: Tx, requestId: string, now: Date) =>
  tx
    .updateTable('access_links')
    .set({ replaced_at: now })
    .where('request_id', '=', requestId)
    .where('replaced_at', 'is', null)
    .execute()

export const insertLink = (
  tx: Tx,
  link: Pick<AccessLinkRow, 'token_hash' | 'request_id' | 'mail_id' | 'sent_at' | 'sent_by' | 'expires_at'>,
) =>
  tx
    .insertInto('access_links')
    .values({
      ...link,
      replaced_at: null,
      opened_at: null,
      pdf_began_at: null,
      pdf_fetched_at: null,
      json_began_at: null,
      json_fetched_at: null,
    })
    .execute()

export const selectNewestLink = (tx: Tx, requestId: string) =>
  tx
    .selectFrom('access_links as l')
    .innerJoin('members as m', 'm.id', 'l.sent_by')
    .leftJoin('mails', 'mails.id', 'l.mail_id')
    .selectAll('l')
    .select(['m.name as by', 'mails.state as mail_state'])
    .where('l.request_id', '=', requestId)
    .where('l.replaced_at', 'is', null)
    .executeTakeFirst()

/** An open link, its request, whose customer is not erased, and its sender. */
export const selectOpenLink = (tx: Tx, tokenHash: Buffer, now: Date) =>
  tx
    .selectFrom('access_links as l')
    .innerJoin('privacy_requests as r', 'r.id', 'l.request_id')
    .innerJoin('members as m', 'm.id', 'l.sent_by')
    .selectAll('l')
    .select(['r.sealed', 'm.name as by', 'm.role'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.replaced_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('r.sealed', 'is not', null)
    .where(({ eb, or }) => or([eb('l.pdf_fetched_at', 'is', null), eb('l.json_fetched_at', 'is', null)]))
    .executeTakeFirst()

const columnsOf = {
  PDF: { began: 'pdf_began_at', fetched: 'pdf_fetched_at' },
  JSON: { began: 'json_began_at', fetched: 'json_fetched_at' },
} as const satisfies Record<AccessFileKind, object>

/** False if the file was fetched, or another download began after `since` and has not ended. */
export async function claimFetch(
  tx: Tx,
  tokenHash: Buffer,
  as: AccessFileKind,
  { now, since }: { now: Date; since: Date },
): Promise<boolean> {
  const { began, fetched } = columnsOf[as]
  const { numUpdatedRows } = await tx
    .updateTable('access_links')
    .set({ [began]: now, opened_at: sql`coalesce(opened_at, ${now})` })
    .where('token_hash', '=', tokenHash)
    .where('replaced_at', 'is', null)
    .where(fetched, 'is', null)
    .where(({ eb, or }) => or([eb(began, 'is', null), eb(began, '<', since)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const endFetch = (tx: Tx, tokenHash: Buffer, as: AccessFileKind, fetchedAt: Date | null) =>
  tx
    .updateTable('access_links')
    .set({ [columnsOf[as].began]: null, [columnsOf[as].fetched]: fetchedAt })
    .where('token_hash', '=', tokenHash)
    .where(columnsOf[as].fetched, 'is', null)
    .execute()
