import * as z from 'zod/mini'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const today = `(now() at time zone 'Asia/Jakarta')::date`
const estToday = `(now() at time zone interval '-05:00')::date`
const midnight = `(${today}::timestamp at time zone 'Asia/Jakarta')`
const open = `process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')`
const canBeMet = `(travel_date is null or travel_date >= ${today}) and (window_opens_on is null or window_opens_on <= ${today})`
const arrives = `travel_date = ${today} and landing_domain ilike '%arrival%'`

/** Of the open orders, in the order of the figures. */
const urgencies = {
  late: `due_at < now() and ${canBeMet}`,
  missed: `travel_date < ${today}`,
  soon: `due_at >= now() and due_at < now() + interval '2 hours' and ${canBeMet}`,
  opensToday: `window_opens_on = ${today} and (travel_date is null or travel_date >= ${today})`,
  arrivals: arrives,
}

const instant = (value: string) => `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const minuteOf = (column: string) => `floor(extract(epoch from ${column} - ${midnight}) / 900)::int * 15`

const countMails = (states: string) => `(
  select json_build_object('count', count(*), 'more', false) from mails m join orders o using (order_id)
  where state in (${states}) and kind <> 'link' and settled_at is null and m.created_at >= now() - interval '30 days'
    and not exists (select from mails n where n.order_id = m.order_id and n.kind = m.kind and n.state <> 'cancelled'
      and n.created_at > m.created_at))`

const total = (count: string) => `least(${count}, 1001)`
const figure = (
  name: string,
) => `json_build_object('count', ${total(`sum("${name}")`)}, 'more', sum("${name}") > 1000,
  'unassigned', coalesce(sum("${name}") filter (where assignee_id is null), 0)
  ${name === 'late' ? `, 'first', ${instant('min(late_first)')}` : ''})`

/** What an Admin is told; of the arrivals as they are stored. */
const text = `with ${withSession}, open as materialized (
    select assignee_id, count(*) as n, min(due_at) filter (where ${urgencies.late}) as late_first,
      ${Object.entries(urgencies)
        .map(([name, is]) => `count(*) filter (where ${is}) as "${name}"`)
        .join()}
    from orders where ${open} group by 1
  ), marks as (
    select member_id, minute, sum(completed) as completed, sum(moved) as moved from (
      select processed_by as member_id, ${minuteOf('processing_date')} as minute, 1 as completed, 0 as moved from orders
      where processing_date >= ${midnight} and processing_date < ${midnight} + interval '1 day'
      union all
      select member_id, ${minuteOf('at')}, 0, 1 from order_events
      where at >= ${midnight} and at < ${midnight} + interval '1 day' and member_id is not null
        and action in ('moved', 'refunded', 'deleted') and after ->> 'process_status' <> 'Completed'
    ) done group by 1, 2
  )
  select (
      select json_build_object(${Object.keys(urgencies)
        .map((name) => `'${name}', ${figure(name)}`)
        .join()}) from open
    ) as urgencies,
    ${countMails(`'bounced', 'failed'`)} as "mailsFailed", ${countMails(`'unknown'`)} as "mailsUnknown",
    (select json_build_object('count', count(*), 'more', false, 'first', ${instant('min(at)')}) from messages
      where direction = 'in' and handled_at is null and not automatic) as replies,
    (select json_build_object('count', count(*), 'more', false, 'certain', count(certain_order_id)) from proposals
      where read_at is not null and sent_at is null and dismissed_at is null and expires_at > now()) as proposals,
    (select json_build_object('count', ${total('count(*)')}, 'more', count(*) > 1000,
        'unassigned', count(*) filter (where assignee_id is null), 'first', min(dispute_due_on))
      from orders where process_status = 'ChargeBack' and dispute_outcome is null and dispute_due_on <= ${today} + 7
    ) as disputes,
    (select coalesce(json_agg(arrival), '[]') from (
      select order_id, process_status, travel_date, window_opens_on,
        (select a.name from members a where a.id = assignee_id) as assign_to, ${instant('due_at')} as due_at,
        nullif(full_name, '') as name, encode(sealed, 'hex') as sealed
      from orders where ${open} and ${arrives} order by coalesce(due_at, 'infinity'), order_id limit 10) arrival
    ) as arrivals,
    (select json_agg(member) from (
      select id, name, exists (
          select from sessions s where s.member_id = m.id and s.revoked_at is null and s.expires_at > now()
            and s.last_seen_at > now() - interval '5 minutes') as is_here,
        (select json_build_object('count', ${total('coalesce(sum(n), 0)')}, 'more', coalesce(sum(n), 0) > 1000)
          from open where assignee_id = m.id) as open,
        (select coalesce(sum(completed), 0) from marks where member_id = m.id) as done,
        (select coalesce(json_agg(json_build_object('minute', minute, 'completed', completed, 'moved', moved)
          order by minute), '[]') from marks where member_id = m.id) as marks
      from members m where removed_at is null order by lower(name), id) member
    ) as members,
    (select json_build_object('count', ${total('sum(n)')}, 'more', sum(n) > 1000) from open where assignee_id is null)
      as unassigned,
    (select json_agg(json_build_object('day', day::date, 'kept', coalesce(kept, 0), 'late', coalesce(late, 0)) order by day)
      from generate_series(${estToday} - 6, ${estToday}, interval '1 day') day
      left join (
        select (processing_date at time zone interval '-05:00')::date as day,
          count(*) filter (where processing_date <= due_at) as kept, count(*) filter (where processing_date > due_at) as late
        from orders where processing_date >= (${estToday} - 6)::timestamp at time zone interval '-05:00'
          and due_at is not null group by 1
      ) kept using (day)) as promises
  from session`

const customerData = z.object({ fields: z.record(z.string(), z.string()) })

/** The shift desk of an Admin. */
export async function readShift({ pool, seal }: Reference, { token }: ReferenceCall): Promise<string> {
  const { rows } = await pool.query({ name: 'shift desk', text, values: [token] })
  const { urgencies: open, mailsFailed, mailsUnknown, replies, proposals, disputes, ...rest } = rows[0]
  const { arrivals, members, unassigned, promises } = rest
  const data = {
    figures: { ...open, mailsFailed, mailsUnknown, replies, proposals, disputes },
    arrivals: arrivals.map(({ sealed, ...arrival }: { order_id: number; sealed: string }) => {
      const { fields } = seal.open(
        customerData,
        'orders.sealed',
        arrival.order_id,
        Buffer.from(sealed, 'hex'),
      )
      return { ...arrival, flight: fields['arrival_flight_number'] ?? null }
    }),
    team: { members, unassigned },
    promises,
  }
  return `{"status":1,"message":"","data":${JSON.stringify(data)}}`
}
