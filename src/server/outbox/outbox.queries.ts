import type { Tx } from '#server/platform/db/database.ts'

export const selectMailPage = (tx: Tx, { limit, offset }: { limit: number; offset: number }) =>
  tx
    .selectFrom('mails')
    .select(['id', 'order_id', 'kind', 'recipient', 'subject', 'provider', 'state', 'created_at', 'sent_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countMails = async (tx: Tx): Promise<number> => {
  const { count } = await tx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const selectMail = (tx: Tx, mailId: string) =>
  tx.selectFrom('mails').selectAll().where('id', '=', mailId).executeTakeFirst()
