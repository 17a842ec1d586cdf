import type { RawBuilder } from 'kysely'
import type { Tx } from '#server/platform/db/database.ts'
import type { MailRow } from '#server/platform/mail/mail-rows.ts'

/** A mail of this order, and why it may not leave any more. */
export const selectMail = (
  tx: Tx,
  orderId: number,
  mailId: string,
  obstacle: RawBuilder<string | null>,
): Promise<(MailRow & { obstacle: string | null }) | undefined> =>
  tx
    .selectFrom('mails')
    .selectAll()
    .select(obstacle.as('obstacle'))
    .where('id', '=', mailId)
    .where('order_id', '=', orderId)
    .executeTakeFirst()

/** The first mail about a document. */
export const selectFirstMail = (tx: Tx, documentId: number): Promise<{ id: string } | undefined> =>
  tx
    .selectFrom('mails')
    .innerJoin('documents', 'documents.order_id', 'mails.order_id')
    .select('mails.id')
    .where('documents.id', '=', documentId)
    .where('mails.document_id', '=', documentId)
    .orderBy('mails.created_at')
    .orderBy('mails.id')
    .limit(1)
    .executeTakeFirst()

export interface ResendKey {
  orderId: number
  kind: string
  resendOf: string | null
  recipient: string
}

/** Whether the same was mailed again after this instant. */
export const wasResentSince = async (
  tx: Tx,
  { orderId, kind, resendOf, recipient }: ResendKey,
  since: Date,
): Promise<boolean> => {
  const found = await tx
    .selectFrom('mails')
    .select('id')
    .where('order_id', '=', orderId)
    .where('is_resend', '=', true)
    .where('kind', '=', kind)
    .where('resend_of', 'is not distinct from', resendOf)
    .where((mail) => mail.fn('lower', ['recipient']), '=', recipient.toLowerCase())
    .where('created_at', '>', since)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
