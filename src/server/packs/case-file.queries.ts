import { sql } from 'kysely'
import { answeredStages } from '#contract/rules/disputes.ts'
import type { EventAction } from '#contract/rules/order-events.ts'
import type { Tx } from '#server/platform/db/database.ts'

/** All lists are oldest first, as evidence is read. */
export const selectDocuments = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('documents as d')
    .leftJoin('members as m', 'm.id', 'd.member_id')
    .leftJoin('members as w', 'w.id', 'd.withdrawn_by')
    .select(['d.id', 'd.file1', 'd.stored_as', 'd.file_key', 'd.sealed_name'])
    .select(['d.content_type', 'd.size', 'd.sha256', 'd.created_at', 'd.traveller'])
    .select(['d.unchecked', 'd.preview_file'])
    .select(['d.withdrawn_at', 'd.sealed_withdrawn_reason', 'm.name as by', 'w.name as withdrawn_by_name'])
    .where('d.order_id', '=', orderId)
    .orderBy('d.id')
    .execute()

export const selectMails = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('mails')
    .select(['id', 'kind', 'sealed_props', 'sealed_subject'])
    .select(['recipient', 'state', 'is_resend', 'created_at', 'sent_at'])
    .select(['provider', 'provider_message_id'])
    .select(({ selectFrom }) =>
      selectFrom('mail_reports as r')
        .select(({ fn }) => fn.min('r.at').as('at'))
        .whereRef('r.mail_id', '=', 'mails.id')
        .where('r.kind', '=', 'delivered')
        .as('delivered_at'),
    )
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const selectDownloads = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('downloads as l')
    .innerJoin('documents as d', 'd.id', 'l.document_id')
    .select([
      'l.at',
      'l.ip',
      'l.timezone',
      'l.browser',
      'l.os',
      'l.user_agent',
      'l.bytes_sent',
      'l.completed',
      'l.repeats',
    ])
    .select(['d.file1', 'd.sealed_name'])
    .where('l.order_id', '=', orderId)
    .orderBy('l.id')
    .execute()

export const selectMoves = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_events as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.at', 'e.before', 'e.after'])
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('by'))
    .where('e.order_id', '=', orderId)
    .where(sql<boolean>`e.before ->> 'process_status' <> e.after ->> 'process_status'`)
    .orderBy('e.id')
    .execute()

export const selectCorrections = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('order_events as e')
    .leftJoin('members as m', 'm.id', 'e.member_id')
    .select(['e.at', 'e.details', 'e.sealed_details', 'e.sealed'])
    .select(({ fn }) => fn.coalesce('m.name', 'e.actor').as('by'))
    .where('e.order_id', '=', orderId)
    .where('e.action', '=', 'corrected' satisfies EventAction)
    .orderBy('e.id')
    .execute()

/** The reason of the newest dispute; a warning has none that a pack answers. */
export const selectDisputeReason = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('disputes')
    .select(['reason', 'network_code'])
    .where('order_id', '=', orderId)
    .where('stage', 'in', answeredStages)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const selectRefund = (tx: Tx, orderId: number) =>
  tx
    .selectFrom('refunds as r')
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select(['r.at', 'r.amount', 'r.currency', 'r.sealed_reference', 'm.name as by'])
    .where('r.order_id', '=', orderId)
    .executeTakeFirst()
