import type pg from 'pg'
import { folderCounts, futureMonthCounts } from '#contract/orders.ts'
import { jakartaToday } from '#contract/rules/dates.ts'
import { exclusiveQueueNames, findQueue, type Mode, queues } from '#contract/rules/queues.ts'
import type { Status } from '#contract/rules/statuses.ts'
import { send } from '../../test/support/call.ts'

interface Counted {
  url: string
  token: string
  client: pg.Client
}

interface Group {
  status: Status
  assigned: boolean
  mode: Mode
  opensOn: string | null
  n: number
}

type Comparison = Map<string, [product: number, counted: number]>

const monthsDiffering = `
  select coalesce(c.process_status, o.process_status) as status, coalesce(c.month, o.month)::text as month,
    coalesce(c.n, 0)::int as kept, coalesce(o.n, 0)::int as counted
  from (select process_status, month, sum(n) as n from order_months group by 1, 2 having sum(n) <> 0) c
  full join (
    select process_status, date_trunc('month', created_at at time zone 'UTC')::date as month, count(*) as n
    from orders group by 1, 2
  ) o using (process_status, month)`

/** Queues and month tiles as the product answers them, beside the orders placed one by one by the rules (product §2). */
async function compareAnswers({ client, url, token }: Counted): Promise<Comparison> {
  const { rows: groups } = await client.query<Group>(
    `select process_status as status, assignee_id is not null as assigned, processing_mode as mode,
       window_opens_on::text as "opensOn", count(*)::int as n
     from orders group by 1, 2, 3, 4`,
  )
  const today = jakartaToday(new Date())
  const { data: counts } = (await send(url, folderCounts, {}, { token })).body
  const { data: months } = (await send(url, futureMonthCounts, {}, { token })).body
  const counted = new Map<string, number>()
  const add = (name: string, n: number) => counted.set(name, (counted.get(name) ?? 0) + n)
  for (const { status, assigned, mode, opensOn, n } of groups) {
    const queue = findQueue({ status, assigned, mode, windowOpensOn: opensOn }, today)
    add(queue, n)
    add('allOrder', n)
    if (queue === 'futureOrder') add(`month ${Number(opensOn?.slice(5, 7))}`, n)
  }
  const answered: [string, number][] = [
    ...([...exclusiveQueueNames, 'allOrder'] as const).map(
      (queue) => [queue, counts[queues[queue].countField] ?? 0] as [string, number],
    ),
    ...months.map(({ month, count }) => [`month ${month}`, count] as [string, number]),
  ]
  return new Map(answered.map(([name, count]) => [name, [count, counted.get(name) ?? 0]]))
}

/** The number of counters compared and those that are not exact. Requires that no other process writes. */
export async function differingCounts(counted: Counted): Promise<{ compared: number; differing: string[] }> {
  const comparison = await compareAnswers(counted)
  const { rows } = await counted.client.query<{
    status: string
    month: string
    kept: number
    counted: number
  }>(monthsDiffering)
  for (const { status, month, kept, counted } of rows) comparison.set(`${status} ${month}`, [kept, counted])
  const differing = [...comparison]
    .filter(([, [product, counted]]) => product !== counted)
    .map(([name, [product, counted]]) => `${name}: ${product} is kept, ${counted} are there`)
  return { compared: comparison.size, differing }
}
