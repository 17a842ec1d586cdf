import { orderPage, queueConditions } from './lists.ts'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const today = `(now() at time zone 'Asia/Jakarta')::date`
const open = `process_status in ('New', 'Awaiting', 'AwaitingGovt', 'Contact Customer', 'Customer Called')`
const canBeMet = `(travel_date is null or travel_date >= ${today}) and (window_opens_on is null or window_opens_on <= ${today})`

/** Of the narrowed lists of the bench, by what stands in their address. */
const conditions: Record<string, string> = {
  'nationality=VN': `country_iso2 = 'VN'`,
  'nationality=TV': `country_iso2 = 'TV'`,
  'mail=bounced': `order_id in (
      select order_id from mails where state in ('bounced', 'failed', 'unknown') and kind <> 'link' and order_id is not null)
    and (select m.state from mails m where m.order_id = orders.order_id and m.state <> 'cancelled' and m.kind <> 'link'
      order by m.created_at desc limit 1) = 'bounced'`,
  'reply=open': `order_id in (
    select order_id from messages where direction = 'in' and handled_at is null and not automatic)`,
  'urgency=late,soon': `${open} and coalesce(due_at, 'infinity') < now() + interval '2 hours' and ${canBeMet}`,
}

const conditionFor = (queue: string, filter: string): string => {
  const condition = conditions[filter]
  const place = queue === 'openOrder' ? open : queueConditions[queue]
  if (!condition || !place) throw new Error(`the reference has no ${queue} narrowed by ${filter}`)
  return `${place} and ${condition}`
}

const exactUpTo = 1000
const counted = (condition: string) =>
  `select count(*)::bigint as count from (select 1 from orders where ${condition} limit ${exactUpTo + 1}) found`

/** The filter of an address whose other parameters say which page. */
const filterIn = (query: URLSearchParams): string | undefined =>
  [...query].map(([name, value]) => `${name}=${value}`).find((filter) => filter in conditions)

/** A page of a narrowed list and its total; undefined where it is not narrowed. */
export async function listNarrowed(
  { pool }: Reference,
  { token, rest, query }: ReferenceCall,
): Promise<string | undefined> {
  const filter = filterIn(query)
  if (filter === undefined) return undefined
  const condition = conditionFor(rest, filter)
  const [pageNumber, limit] = [Number(query.get('page')), Number(query.get('limit'))]
  const { rows } = await pool.query({
    name: `narrowed ${rest} ${filter}`,
    text: `with ${withSession}, ids as materialized (
        select order_id, created_at from orders where ${condition} order by created_at desc, order_id desc limit $2
      ), ${orderPage}
      select rows, first, last, count from session, rows, ends, (${counted(condition)}) counted`,
    values: [token, limit],
  })
  const { rows: data, first, last, count } = rows[0]
  const keys = first ? `{"first":"${first}","last":"${last}"}` : 'null'
  const more = count > exactUpTo ? ',"more":true' : ''
  return `{"status":1,"message":"","data":[${data}],"count":${count}${more},"page":${pageNumber},"limit":${limit},"keys":${keys}}`
}

interface ViewRow {
  id: number
  name: string
  queue: string
  filters: Record<string, string>
  sort: string
  order: string
  is_shared: boolean
  is_pinned: boolean
}

/** The views of all and those of the member, each with its count. */
export async function listViews({ pool }: Reference, { token }: ReferenceCall): Promise<string> {
  const { rows: views } = await pool.query<ViewRow>({
    name: 'views',
    text: `with ${withSession} select v.id, v.name, queue, filters, sort, sort_order as "order",
        owner_id is null as is_shared, p.view_id is not null as is_pinned
      from session s, views v left join view_pins p on p.view_id = v.id and p.member_id = (select id from session)
      where (owner_id is null or owner_id = s.id) and deleted_at is null
      order by lower(v.name), v.id`,
    values: [token],
  })
  const counts = views.map(({ queue, filters }) => {
    const [filter = ''] = Object.entries(filters).map(([name, value]) => `${name}=${value}`)
    return `(${counted(conditionFor(queue, filter))})`
  })
  const { rows } = await pool.query({
    name: `view counts ${views.map(({ id }) => id).join()}`,
    text: `select json_build_array(${counts.join(', ')}) as counts`,
  })
  const data = views.map((view, index) => {
    const count = rows[0].counts[index]
    return { ...view, count, more: count > exactUpTo }
  })
  return `{"status":1,"message":"","data":${JSON.stringify(data)}}`
}
