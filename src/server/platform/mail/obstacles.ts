import { sql, type RawBuilder } from 'kysely'
import type { MailTemplates } from './define-mail.ts'

/** The event that caused a mail, or the last one before it. */
const causeId = sql`coalesce(mails.event_id, (
  select max(e.id) from order_events e where e.order_id = mails.order_id and e.at <= mails.created_at), 0)`

const common = sql<string | null>`case
  when o.restricted_at is not null then 'Its order is restricted.'
  when o.process_status = 'Deleted' and o.state_event_id > ${causeId} then 'Its order was deleted.'
  when exists (select from documents d where d.id = mails.document_id and d.withdrawn_at is not null)
    then 'Its document was withdrawn.'
end`

/**
 * Over rows of `mails`: the displayed reason why a mail must not be sent; null where it may. Checked at the claim and
 * after each attempt.
 */
export function mailObstacle(templates: MailTemplates): RawBuilder<string | null> {
  const ofKinds = templates.flatMap(({ kind, obstacle }) =>
    obstacle ? [sql`when ${sql.lit(kind)} then ${obstacle}`] : [],
  )
  const ofKind = ofKinds.length > 0 ? sql`case mails.kind ${sql.join(ofKinds, sql` `)} end` : sql`null`
  return sql`case
    when mails.taken_back_at is not null then 'It was taken back.'
    else (select coalesce(${common}, ${ofKind}) from orders o where o.order_id = mails.order_id)
  end`
}
