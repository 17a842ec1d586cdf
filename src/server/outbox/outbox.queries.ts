import type { Tx } from '#server/platform/db/database.ts'
import { countRows, type Page } from '#server/platform/db/page.ts'

export const selectMailPage = (tx: Tx, { limit, offset }: Page) =>
  tx
    .selectFrom('mails')
    .select(['id', 'order_id', 'kind', 'recipient', 'sealed_subject', 'provider', 'state'])
    .select(['created_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countMails = (tx: Tx) => countRows(tx, tx.selectFrom('mails').select('id'))

export const selectMail = (tx: Tx, mailId: string) =>
  tx.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst()
