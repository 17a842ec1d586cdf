import { sql, type QueryCreator } from 'kysely'
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { ownColumnNames } from '#contract/rules/order-columns.ts'
import type { Tables } from '#server/platform/db/tables.ts'
import { householdOf } from '#server/household/household.ts'
import { revision } from '#server/corrections/changes-since.ts'
import { otherOrdersOf } from '#server/preflight/preflight.ts'

const assigneeName = (state: 'before' | 'after') =>
  sql<
    string | null
  >`(select name from members where id = (${sql.ref(`e.${state}`)} ->> 'assignee_id')::bigint)`

/** The assignee before the event is a removed member. */
const wasAssigneeRemoved = sql<boolean>`exists (
  select from members where id = (e.before ->> 'assignee_id')::bigint and removed_at is not null)`

interface OrderViewValues {
  orderId: number
  dayBefore: Date
  seesRestricted: boolean
  /** The member whose drafts are read. */
  memberId: number
  /** Limit of each history. */
  historyRows: number
}

/** One statement: one snapshot and one round trip. Histories are newest first. */
export const selectOrderView = (
  creator: QueryCreator<Tables>,
  { orderId, dayBefore, seesRestricted, memberId, historyRows }: OrderViewValues,
) =>
  creator
    .selectFrom('orders as o')
    .leftJoin('members as a', 'a.id', 'o.assignee_id')
    .leftJoin('members as p', 'p.id', 'o.processed_by')
    .select(ownColumnNames.map((name) => `o.${name}` as const))
    .select([
      'o.assignee_id',
      'o.full_name',
      'o.traveller_email',
      'o.state_event_id',
      'o.sealed',
      'o.filed_at',
    ])
    .select(['a.name as assignee_name', 'p.name as processed_by_name'])
    .select(revision.as('revision'))
    .select(({ selectFrom }) => [
      jsonObjectFrom(
        selectFrom('refunds as f')
          .select(({ cast, ref }) => cast<string | null>(ref('f.amount'), 'text').as('amount'))
          .select(['f.currency', 'f.sealed_reference'])
          .whereRef('f.order_id', '=', 'o.order_id')
          .where('o.refund_date', 'is not', null),
      ).as('refund'),
      jsonArrayFrom(
        selectFrom('documents as d')
          .select(['d.file1', 'd.mail_service_provider', 'd.sealed_name', 'd.size', 'd.content_type'])
          .select(['d.created_at', 'd.traveller', 'd.pages'])
          .select(({ eb }) =>
            eb.case().when('d.checked_at', 'is', null).then(eb.ref('d.unchecked')).end().as('unchecked'),
          )
          .whereRef('d.order_id', '=', 'o.order_id')
          .where('d.withdrawn_at', 'is', null)
          .orderBy('d.id', 'desc'),
      ).as('documents'),
      jsonArrayFrom(
        selectFrom('mails as m')
          .leftJoin('documents as d', 'd.id', 'm.document_id')
          .select(['m.id', 'm.created_at', 'm.attempted_at', 'm.sent_at', 'm.state_at', 'm.complained_at'])
          .select(['m.is_resend', 'm.kind', 'm.recipient', 'm.sealed_subject', 'm.provider'])
          .select(['m.state', 'm.error', 'd.file1'])
          .whereRef('m.order_id', '=', 'o.order_id')
          .orderBy('m.created_at', 'desc')
          .orderBy('m.id', 'desc')
          .limit(historyRows),
      ).as('mails'),
      jsonArrayFrom(
        selectFrom('downloads as l')
          .select(['l.order_id', 'l.at', 'l.ip', 'l.timezone', 'l.browser', 'l.os', 'l.repeats'])
          .select(['l.bytes_sent', 'l.completed'])
          .whereRef('l.order_id', '=', 'o.order_id')
          .orderBy('l.id', 'desc')
          .limit(historyRows),
      ).as('downloads'),
      jsonArrayFrom(
        selectFrom('remarks as r')
          .leftJoin('members as w', 'w.id', 'r.member_id')
          .select(['r.at', 'r.sealed_remark', 'r.whatsapp', 'r.telephone'])
          .select(['r.status_refund', 'r.voided', 'r.chargeback'])
          .select(({ fn }) => fn.coalesce('w.name', 'r.remark_name').as('by'))
          .whereRef('r.order_id', '=', 'o.order_id')
          .orderBy('r.at', 'desc')
          .orderBy('r.id', 'desc')
          .limit(historyRows),
      ).as('remarks'),
      jsonArrayFrom(
        selectFrom('order_events as e')
          .leftJoin('members as w', 'w.id', 'e.member_id')
          .select(['e.id', 'e.at', 'e.action', 'e.before', 'e.after', 'e.member_id'])
          .select(['e.details', 'e.sealed_details', 'e.sealed'])
          .select(({ fn }) => fn.coalesce('w.name', 'e.actor').as('by'))
          .select([assigneeName('before').as('assignee_before'), assigneeName('after').as('assignee_after')])
          .select(wasAssigneeRemoved.as('was_assignee_removed'))
          .whereRef('e.order_id', '=', 'o.order_id')
          .orderBy('e.id', 'desc')
          .limit(historyRows),
      ).as('events'),
      jsonArrayFrom(otherOrdersOf(seesRestricted)).as('other_orders'),
      jsonArrayFrom(householdOf(seesRestricted)).as('household'),
      jsonArrayFrom(
        selectFrom('disputes as b')
          .leftJoin('members as w', 'w.id', 'b.settled_by')
          .selectAll('b')
          .select(({ cast, ref }) => cast<string | null>(ref('b.amount'), 'text').as('amount'))
          .select('w.name as settled_by_name')
          .whereRef('b.order_id', '=', 'o.order_id')
          .orderBy('b.opened_at', 'desc')
          .orderBy('b.id', 'desc'),
      ).as('disputes'),
      jsonArrayFrom(
        selectFrom('customer_requests as x')
          .leftJoin('members as w', 'w.id', 'x.ended_by')
          .select(['x.id', 'x.order_id', 'x.about', 'x.asked_at', 'x.ended_as', 'x.ended_at'])
          .select(['x.sealed_text', 'x.sealed_answer', 'w.name as by'])
          .whereRef('x.order_id', '=', 'o.order_id')
          .orderBy('x.id', 'desc'),
      ).as('requests'),
      jsonArrayFrom(
        selectFrom('gateway_refunds as y')
          .select(['y.gateway', 'y.currency', 'y.updated_at'])
          .select(({ cast, ref }) => cast<string>(ref('y.amount'), 'text').as('amount'))
          .whereRef('y.order_id', '=', 'o.order_id')
          .where('y.amount', '>', '0')
          .orderBy('y.updated_at', 'desc'),
      ).as('gateway_refunds'),
      jsonArrayFrom(
        selectFrom('drafts as t')
          .select(['t.kind', 't.revision', 't.sealed'])
          .whereRef('t.order_id', '=', 'o.order_id')
          .where('t.member_id', '=', memberId)
          .orderBy('t.kind'),
      ).as('drafts'),
      selectFrom('messages as g')
        .select(({ fn: { countAll } }) => countAll<number>().as('n'))
        .whereRef('g.order_id', '=', 'o.order_id')
        .as('message_count'),
      selectFrom('customer_questions as u')
        .select('u.id')
        .whereRef('u.order_id', '=', 'o.order_id')
        .where('u.ended_at', 'is', null)
        .as('question_id'),
      selectFrom('mail_quotas as q')
        .select(({ fn: { sum } }) => sum<number | null>('q.left_out').as('n'))
        .where('q.scope', '=', 'order')
        .where('q.key', '=', sql<string>`o.order_id::text`)
        .where('q.hour', '>', dayBefore)
        .as('messages_left_out'),
    ])
    .where('o.order_id', '=', orderId)
    .execute()

/** In the aggregated lists, instants and bytes are texts. */
export type OrderViewRow = Awaited<ReturnType<typeof selectOrderView>>[number]
