import { sql, type RawBuilder } from 'kysely'

/** Why the mail of a request may not leave; see `MailDefinition`. */
export const requestObstacle: RawBuilder<string | null> =
  sql`case when mails.event_id is not null and exists (
  select from order_events e where e.order_id = mails.order_id and e.details ->> 'event' = mails.event_id::text)
  then 'Its answer was taken back.' end`
