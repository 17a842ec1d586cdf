import { likeContaining } from '#contract/rules/search-text.ts'
import { readSearch } from '#contract/rules/search.ts'
import { readTelephoneNumber } from '#server/platform/telephone-plans.ts'
import { countedQueueNames, queues } from '#contract/rules/queues.ts'
import { auditParameters, insertAudit } from './audit.ts'
import { withSession, type Reference, type ReferenceCall } from './reference.ts'

const instant = (column: string) => `to_char(o.${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
const ofCustomer = (value: string) =>
  `case when o.restricted_at is null or s.role = 'Admin' then nullif(${value}, '') end`
const ofPrefix = (prefix: string, value: string) => `case when o.prefix = '${prefix}' then ${value} end`
const refund = (column: string) =>
  `case when o.refund_date is not null then (select f.${column}::text from refunds f where f.order_id = o.order_id) end`

export const orderRowFields = Object.entries({
  order_id: 'o.order_id',
  landing_domain: 'o.landing_domain',
  process_status: 'o.process_status',
  processing_mode: 'o.processing_mode',
  created_at: instant('created_at'),
  refund_date: instant('refund_date'),
  processing_date: instant('processing_date'),
  process_month: 'o.process_month',
  travel_date: 'o.travel_date',
  window_opens_on: 'o.window_opens_on',
  due_at: instant('due_at'),
  assign_to: 'a.name',
  is_assigned_to_me: '(o.assignee_id is not distinct from s.id)',
  amount: 'o.amount::text',
  currency: `nullif(o.currency, '')`,
  refund_amount: refund('amount'),
  refund_currency: refund('currency'),
  dispute_due_on: 'o.dispute_due_on',
  dispute_reason_code: 'o.dispute_reason_code',
  dispute_outcome: 'o.dispute_outcome',
  arrival_full_name: ofPrefix('arrival', ofCustomer('o.full_name')),
  arrival_doa: ofPrefix('arrival', 'o.travel_date::text'),
  arrival_email: ofPrefix('arrival', ofCustomer('o.traveller_email')),
  arrival_phone_code: ofPrefix('arrival', ofCustomer('o.phone_code')),
  arrival_phone_number: ofPrefix('arrival', ofCustomer('o.phone_number')),
  departure_full_name: ofPrefix('departure', ofCustomer('o.full_name')),
  departure_departure_date: ofPrefix('departure', `nullif(o.departure_time, '')`),
  departure_contact_email_address: ofPrefix('departure', ofCustomer('o.traveller_email')),
  departure_phone_number_1: ofPrefix('departure', ofCustomer('o.phone_number')),
  telephone: ofCustomer('o.telephone'),
  mail_state: `(select m.state from mails m where m.order_id = o.order_id and m.state <> 'cancelled'
    and m.kind <> 'link' order by m.created_at desc limit 1)`,
  open_messages: `(select count(*) from messages r where r.order_id = o.order_id and r.direction = 'in'
    and r.handled_at is null and not r.automatic)`,
})
  .map(([name, value]) => `${value} as ${name}`)
  .join(', ')

const key = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || '_' || order_id`

const orderPage = `rows as (
  select coalesce(string_agg(row_to_json(line)::text, ',' order by at desc, id desc), '') as rows from (
    select o.created_at as at, o.order_id as id, (select l from (select ${orderRowFields}) l) as line
    from ids join orders o using (order_id) left join members a on a.id = o.assignee_id, session s
  ) shown
), ends as (
  select (select ${key} from ids order by created_at desc, order_id desc limit 1) as first,
    (select ${key} from ids order by created_at, order_id limit 1) as last
)`

export const newestFirst = 'order by created_at desc, order_id desc'

const statusQueues: Record<string, string> = {
  completedOrder: 'Completed',
  deletedOrder: 'Deleted',
  refundOrder: 'Refunds',
  chargeBack: 'ChargeBack',
  awaitingOrder: 'Awaiting',
  awaitingGovtOrder: 'AwaitingGovt',
  contactCustomerOrder: 'Contact Customer',
  customerCalledOrder: 'Customer Called',
}

interface QueueSql {
  ids: string
  after: string
  count: string
  months?: string
}

const simple = (condition: string, count = condition, status?: string): QueueSql => ({
  ids: `select order_id, created_at from orders where ${condition} ${newestFirst} offset $2 limit $3`,
  after: `select order_id, created_at from orders where ${condition} and (created_at, order_id) < ($2::timestamptz, $4::bigint)
    ${newestFirst} limit $3`,
  count: `select coalesce(sum(n), 0)::bigint as count from order_counts where ${count}`,
  ...(status !== undefined && {
    months: `select order_id, created_at from orders
      where ${condition} and created_at < (select ends_at from reference_months
        where process_status = '${status}' and passed <= $2 order by passed desc limit 1)
      ${newestFirst}
      offset $2 - (select passed from reference_months
        where process_status = '${status}' and passed <= $2 order by passed desc limit 1)
      limit $3`,
  }),
})

const free = `process_status = 'New' and assignee_id is null`
const opened = `(window_opens_on is null or window_opens_on <= (now() at time zone 'Asia/Jakarta')::date)`
const branch = (condition: string, beyond: string, limit: string) =>
  `(select order_id, created_at from orders where ${free} and ${condition}${beyond} ${newestFirst} limit ${limit})`
const merged = (beyond: string, limit: string) =>
  [`processing_mode = 'standard'`, `processing_mode = 'future' and ${opened}`]
    .map((condition) => branch(condition, beyond, limit))
    .join(' union all ')

const queueSql: Record<string, QueueSql> = {
  ...Object.fromEntries(
    Object.entries(statusQueues).map(([queue, status]) => [
      queue,
      simple(`process_status = '${status}'`, undefined, status),
    ]),
  ),
  allOrder: simple('true'),
  newOrder: {
    ids: `select order_id, created_at from (${merged('', '$2::bigint + $3::bigint')}) u ${newestFirst} offset $2 limit $3`,
    after: `select order_id, created_at from (${merged(' and (created_at, order_id) < ($2::timestamptz, $4::bigint)', '$3')}) u
      ${newestFirst} limit $3`,
    count: `select coalesce(sum(n), 0)::bigint as count from order_counts where ${free}
      and (processing_mode = 'standard' or processing_mode = 'future' and ${opened})`,
  },
  priorityOrder: simple(`${free} and processing_mode = 'priority'`),
  pendingOrder: simple(`process_status = 'New' and assignee_id is not null`),
}

/** Up to here an offset costs less than finding the month. */
const nearOffset = 2000

export async function listOrders(
  { pool }: Reference,
  { token, rest, query }: ReferenceCall,
): Promise<string> {
  const queue = queueSql[rest]
  if (!queue) throw new Error(`the reference has no queue ${rest}`)
  const [pageNumber, limit] = [Number(query.get('page') ?? 1), Number(query.get('limit') ?? 10)]
  const offset = (pageNumber - 1) * limit
  const [at, id] = query.get('after')?.split('_') ?? []
  const isFar = at === undefined && offset > nearOffset && queue.months !== undefined
  const [kind, ids] = at
    ? (['after', queue.after] as const)
    : isFar
      ? (['far', queue.months ?? ''] as const)
      : (['page', queue.ids] as const)
  const { rows } = await pool.query({
    name: `list ${rest} ${kind}`,
    text: `with ${withSession}, ids as materialized (${ids}), ${orderPage}
      select rows, first, last, count from session, rows, ends, (${queue.count}) counted`,
    values: at ? [token, at, limit, id] : [token, offset, limit],
  })
  const { rows: data, first, last, count } = rows[0]
  const keys = first ? `{"first":"${first}","last":"${last}"}` : 'null'
  return `{"status":1,"message":"","data":[${data}],"count":${count},"page":${pageNumber},"limit":${limit},"keys":${keys}}`
}

const countOf: Record<string, string> = {
  myOrder: `process_status = 'New' and assignee_id = s.id`,
  newOrder: `${free} and (processing_mode = 'standard' or processing_mode = 'future' and ${opened})`,
  priorityOrder: `${free} and processing_mode = 'priority'`,
  pendingOrder: `process_status = 'New' and assignee_id is not null`,
  futureOrder: `${free} and processing_mode = 'future' and not ${opened}`,
  allOrder: 'true',
  ...Object.fromEntries(
    Object.entries(statusQueues).map(([queue, status]) => [queue, `process_status = '${status}'`]),
  ),
}

const counts = countedQueueNames
  .map(
    (queue) => `'${queues[queue].countField}', coalesce(sum(n) filter (where ${countOf[queue]}), 0)::bigint`,
  )
  .join(', ')

export async function countFolders({ pool }: Reference, { token }: ReferenceCall): Promise<string> {
  const { rows } = await pool.query({
    name: 'counts',
    text: `with ${withSession} select json_build_object(${counts})::text as counts from order_counts, session s`,
    values: [token],
  })
  return `{"status":1,"message":"","data":${rows[0].counts}}`
}

const queueConditions: Record<string, string> = {
  allOrder: 'true',
  ...Object.fromEntries(
    Object.entries(statusQueues).map(([queue, status]) => [queue, `process_status = '${status}'`]),
  ),
}

const exactUpTo = 1000

/** Asks the index of an e-mail for the part before its domain alone. */
const containsWord = (like: string, place: (value: string) => string) => {
  const [, beforeDomain] = /^(%[^@]{3,}@)[^@]+%$/.exec(like) ?? []
  return beforeDomain === undefined
    ? `search_text like ${place(like)}`
    : `(search_text like ${place(`${beforeDomain}%`)} and search_text || '' like ${place(like)})`
}

export const containsWords = (
  words: readonly (readonly string[])[],
  place: (value: string) => string,
): string =>
  words
    .map(
      (spellings) => `(${spellings.map((word) => containsWord(likeContaining(word), place)).join(' or ')})`,
    )
    .join(' and ')

export async function searchOrders(
  { pool, auditKey }: Reference,
  { token, body }: ReferenceCall,
): Promise<string> {
  const { searchVal, folderName, start = 0, end = 10, exactCount = false } = JSON.parse(body.toString())
  const words = readSearch(searchVal, readTelephoneNumber)?.words
  const condition = queueConditions[folderName]
  if (!words || !condition) throw new Error('the reference cannot search for this')
  const limit = exactCount ? '' : `limit ${exactUpTo + 1}`
  const values: unknown[] = [token, start, end - start]
  const matches = `${condition} and ${containsWords(words, (value) => `$${values.push(value)}`)}`
  const details = { queue: folderName, letters: [...searchVal.trim()].length }
  // Unnamed: the plan has to fit the words.
  const { rows } = await pool.query({
    text: `with ${withSession}, ids as materialized (
        select order_id, created_at from orders where ${matches} ${newestFirst} offset $2 limit $3
      ), ${orderPage},
      counted as (select count(*)::bigint as count from (select 1 from orders where ${matches} ${limit}) found),
      ${insertAudit({
        first: values.length + 1,
        from: 'session s, counted',
        order: 'null::bigint',
        more: `jsonb_build_object('found', counted.count, 'orders', (select coalesce(jsonb_agg(order_id), '[]') from ids))`,
      })}
      select rows, count from session, rows, counted`,
    values: [...values, ...auditParameters(auditKey, { action: 'searched', order: null, details })],
  })
  const { rows: data, count } = rows[0]
  const more = !exactCount && count > exactUpTo ? ',"more":true' : ''
  return `{"status":1,"message":"","data":[${data}],"count":${count}${more}}`
}
