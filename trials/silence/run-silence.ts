// npm run trial -- silence: sixty days of orders of five sites, with the rhythm of day and week, holidays and outages at random,
// looked at every five minutes as the server does, where an alarm is possible: minutes from an outage to its alarm, and
// alarms without one.
import { sql } from 'kysely'
import { createChance, type Chance } from '#server/demo/random.ts'
import { selectQuietSites } from '#server/silent-sites/silent-sites.ts'
import setup from '../../test/support/global-setup.ts'
import { createTestOrder } from '../../test/support/orders.ts'
import { startTestApp, type TestApp } from '../../test/support/test-app.ts'
import { conclude, thousands } from '../figures.ts'
import { readOptions } from '../options.ts'

const { seed, days } = readOptions({ seed: 20_261_129, days: 60 })
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const lookMinutes = 5
const historyDays = 8 * 7
const outagesOfSite = 6
const rowsAtOnce = 500
/** Where fewer are expected since the newest order, five in each of six weeks came by one chance in 10^5. */
const leastMean = 2.5
const begin = Date.parse('2026-09-01T00:00:00Z')
const end = begin + days * dayMs

/** Orders a day on average. */
const sites = { 'a.example': 25, 'b.example': 60, 'c.example': 120, 'd.example': 300, 'e.example': 600 }

/** The share of a day's orders in each hour of UTC, and of a week's in each day. */
const hourShares = [5, 5, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 3, 2, 1, 1, 1, 2, 3, 4, 5].map(
  (it) => it / 100,
)
const dayFactors = [1.3, 0.9, 0.8, 0.9, 1, 1.1, 1.2]
const holidays = [20, 47, 71, 95].map((day) => begin + (day - historyDays) * dayMs)

interface Outage {
  site: string
  from: number
  until: number
}

const rateAt = (perDay: number, at: number): number => {
  const date = new Date(at)
  const isHoliday = holidays.some((day) => at >= day && at < day + dayMs)
  const share = hourShares[date.getUTCHours()] ?? 0
  return perDay * share * (dayFactors[date.getUTCDay()] ?? 1) * (isHoliday ? 0.4 : 1)
}

/** Orders that the rhythm lets expect, to the hour. */
function meanBetween(perDay: number, from: number, until: number): number {
  let mean = 0
  for (let at = from; at < until; at += hourMs)
    mean += (rateAt(perDay, at) * Math.min(hourMs, until - at)) / hourMs
  return mean
}

/** A number by Poisson's distribution. */
function poisson(chance: Chance, mean: number): number {
  const limit = Math.exp(-mean)
  let product = 1
  let count = -1
  do {
    product *= chance.integer(1, 1_000_000) / 1_000_000
    count += 1
  } while (product > limit)
  return count
}

function ordersOf(chance: Chance, perDay: number): number[] {
  const orders: number[] = []
  for (let hour = begin - historyDays * dayMs; hour < end; hour += hourMs)
    for (let left = poisson(chance, rateAt(perDay, hour)); left > 0; left -= 1)
      orders.push(hour + chance.integer(0, hourMs - 1))
  return orders
}

const outagesAtRandom = (chance: Chance, site: string): Outage[] =>
  Array.from({ length: outagesOfSite }, (_, at) => {
    const from = begin + ((at + 0.2) * days * dayMs) / outagesOfSite + chance.integer(0, 5 * dayMs)
    return { site, from, until: from + chance.integer(4, 24) * hourMs }
  })

/** Drops what the question does not read, so that a hundred thousand rows are inserted in seconds. */
async function slimOrders({ owner }: TestApp) {
  await sql`alter table orders disable trigger user`.execute(owner)
  const { rows } = await sql<{ name: string }>`
    select i.indexrelid::regclass::text as name from pg_index i
    where i.indrelid = 'orders'::regclass and not i.indisunique
      and pg_get_indexdef(i.indexrelid) not like '%(landing_domain%'`.execute(owner)
  for (const { name } of rows) await sql`drop index ${sql.raw(name)}`.execute(owner)
}

/** Copies of one order. */
async function insertOrders(app: TestApp, site: string, orders: readonly number[], firstId: number) {
  const like = await createTestOrder(app, { landing_domain: site })
  for (let done = 0; done < orders.length; done += rowsAtOnce)
    await sql`
      insert into orders
      select (jsonb_populate_record(null::orders, to_jsonb(o) || jsonb_build_object(
        'order_id', ${firstId + done}::bigint + x.place, 'created_at', to_timestamp(x.at / 1000.0)))).*
      from orders o cross join unnest(${orders.slice(done, done + rowsAtOnce)}::float8[]) with ordinality as x (at, place)
      where o.order_id = ${like}`.execute(app.platform.db)
}

const chance = createChance(seed)
const tearDown = await setup()
const app = await startTestApp()
const outages: Outage[] = []
const ordersBySite = new Map<string, number[]>()
let inserted = 0
await slimOrders(app)
for (const [site, perDay] of Object.entries(sites)) {
  const own = outagesAtRandom(chance, site)
  outages.push(...own)
  const orders = ordersOf(chance, perDay)
    .filter((at) => !own.some(({ from, until }) => at >= from && at < until))
    .toSorted((a, b) => a - b)
  await insertOrders(app, site, orders, 100_000_000 + inserted)
  ordersBySite.set(site, orders)
  inserted += orders.length
}
await sql`analyze orders`.execute(app.platform.db)

const placeOf = new Map<string, number>()
/** Of looks in the order of time. */
function newestOrder(site: string, at: number): number {
  const orders = ordersBySite.get(site) ?? []
  let place = placeOf.get(site) ?? 0
  while ((orders[place + 1] ?? Infinity) <= at) place += 1
  placeOf.set(site, place)
  return orders[place] ?? at
}

interface Alarm {
  site: string
  at: number
  /** The newest order before it. */
  since: number
}

const alarms: Alarm[] = []
const told = new Map<string, number>()
let looks = 0
for (let at = begin; at < end; at += lookMinutes * minuteMs) {
  const canAlarm = Object.entries(sites).filter(([site, perDay]) => {
    const newest = newestOrder(site, at)
    return told.get(site) !== newest && meanBetween(perDay, newest, at) >= leastMean
  })
  if (canAlarm.length === 0) continue
  looks += 1
  for (const { domain: site, last_at: lastAt } of await selectQuietSites(app.platform.db, new Date(at))) {
    const since = lastAt.getTime()
    if (told.get(site) !== newestOrder(site, at)) alarms.push({ site, at, since })
    told.set(site, newestOrder(site, at))
  }
}
await app.stop()
await tearDown()

/** Its silence reaches into the outage. */
const isOf = ({ site, from, until }: Outage, alarm: Alarm) =>
  alarm.site === site && alarm.at >= from && alarm.since <= until
const falseAlarms = alarms.filter((alarm) => !outages.some((outage) => isOf(outage, alarm)))
const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN
const monthsOfSites = (days / 30) * Object.keys(sites).length
const results = Object.keys(sites).map((site) => {
  const own = outages.filter((outage) => outage.site === site)
  const minutes = own.flatMap((outage) => {
    const alarm = alarms.find((it) => isOf(outage, it) && it.at <= outage.until)
    return alarm ? [Math.round((alarm.at - outage.from) / minuteMs)] : []
  })
  const wrong = falseAlarms.filter((alarm) => alarm.site === site).length
  console.log(
    `${site}: ${minutes.length} of ${own.length} outages told, after ${median(minutes)} min (median), ${Math.max(...minutes)} at most; ${wrong} false alarms`,
  )
  return { told: minutes.length, of: own.length, median: median(minutes), wrong }
})
conclude(
  results.some(({ wrong }) => wrong > Math.max(1, days / 30))
    ? falseAlarms.map(
        ({ site, at }) => `${site}: an alarm at ${new Date(at).toISOString()} without an outage`,
      )
    : [],
  {
    tried: `${thousands(inserted)} orders of ${Object.keys(sites).length} sites (25 to 600 a day), ${days} days, ${outages.length} outages of 4 to 24 h`,
    found: `${results.reduce((sum, it) => sum + it.told, 0)} told, after ${results.map((it) => it.median).join(', ')} min (medians by site); ${falseAlarms.length} false alarms in ${monthsOfSites} months of sites`,
  },
)
