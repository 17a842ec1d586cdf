import { sql, type RawBuilder } from 'kysely'
import type { ListField, OrderRow } from '#contract/orders.ts'
import { ownListColumnNames, ownColumns, type OwnColumnName } from '#contract/rules/order-columns.ts'
import { recordOf } from '#contract/rules/typed-keys.ts'
import type { View } from './queue-condition.queries.ts'

const arrival = (column: RawBuilder<string | null>) =>
  sql<string | null>`case when o.prefix = 'arrival' then ${column} end`
const departure = (column: RawBuilder<string | null>) =>
  sql<string | null>`case when o.prefix = 'departure' then ${column} end`
const instant = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
/** Null unless the order counts as refunded. */
const refund = (column: 'amount' | 'currency') =>
  sql<string | null>`case when o.refund_date is not null then (
    select ${sql.ref(`f.${column}`)}::text from refunds f where f.order_id = o.order_id) end`
/** Null for a restricted order that the viewer may not see. */
const ofCustomer = ({ seesRestricted }: View, value: RawBuilder<string | null>) =>
  seesRestricted ? value : sql<string | null>`case when o.restricted_at is null then ${value} end`
const text = (column: string) => sql<string | null>`nullif(${sql.ref(column)}, '')`
/** The traveller's, else the buyer's. */
const email = sql<string | null>`coalesce(${text('o.traveller_email')}, ${text('o.email')})`

const ownField = (name: OwnColumnName) =>
  ownColumns[name].kind === 'instant'
    ? instant(`o.${name}`)
    : ownColumns[name].kind === 'amount'
      ? sql<string>`${sql.ref(`o.${name}`)}::text`
      : sql.ref(`o.${name}`)

/**
 * The SQL of each field of a list row, over `orders o` and the assignee `a`; lists, exact filters and exports use it.
 */
export const rowFields = (view: View) =>
  ({
    ...recordOf(ownListColumnNames, ownField),
    assign_to: sql<string | null>`a.name`,
    is_assigned_to_me: sql<boolean>`(o.assignee_id is not distinct from ${view.memberId})`,
    refund_amount: refund('amount'),
    refund_currency: refund('currency'),
    arrival_full_name: arrival(ofCustomer(view, text('o.full_name'))),
    arrival_doa: arrival(sql`o.travel_date::text`),
    // Also of an order without a declaration.
    arrival_email: sql<string | null>`case when o.prefix <> 'departure' then ${ofCustomer(view, email)} end`,
    arrival_phone_code: arrival(ofCustomer(view, text('o.phone_code'))),
    arrival_phone_number: arrival(ofCustomer(view, text('o.phone_number'))),
    departure_full_name: departure(ofCustomer(view, text('o.full_name'))),
    departure_departure_date: departure(text('o.departure_time')),
    departure_contact_email_address: departure(ofCustomer(view, email)),
    departure_phone_number_1: departure(ofCustomer(view, text('o.phone_number'))),
    telephone: ofCustomer(view, text('o.telephone')),
    mail_state: sql<OrderRow['mail_state']>`(
      select m.state from mails m where m.order_id = o.order_id and m.state <> 'cancelled' and m.kind <> 'link'
      order by m.created_at desc limit 1)`,
    open_messages: sql<number>`(
      select count(*) from messages r where r.order_id = o.order_id and r.direction = 'in'
        and r.handled_at is null and not r.automatic)`,
  }) satisfies Record<ListField, RawBuilder<unknown>>
