import { sql, type RawBuilder } from 'kysely'
import { wireInstant } from '#contract/rules/dates.ts'
import {
  levelHours,
  maxSilenceDays,
  minAverageOrders,
  minExpectedOrders,
  minFilledWeeks,
  minSilenceMinutes,
  weeksCompared,
} from '#contract/rules/silence.ts'
import { inTransaction, type Db, type Tx } from '#server/platform/db/database.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import type { Platform } from '#server/platform/work.ts'
import { selectAdmins } from '#server/team/admins.ts'
import { silenceMail } from './silence.email.ts'

interface QuietSite {
  domain: string
  /** Its newest order. */
  last_at: Date
  expected: number
}

/**
 * Sites that are silent against their own hours (product §14). Expected since the newest order is the lowest of the same
 * hours of the weeks before, without weeks that had none, for these are outages of the site; lowered by how far the hours
 * before the newest order fell short of the same hours then, as on a holiday. The average, lowered alike, keeps out chance.
 */
export async function selectQuietSites(db: Db, now: Date): Promise<QuietSite[]> {
  const { rows } = await sql<QuietSite>`
    with recursive sites as (
      (select landing_domain as domain from orders order by landing_domain limit 1)
      union all
      select (select o.landing_domain from orders o where o.landing_domain > s.domain order by o.landing_domain limit 1)
      from sites s where s.domain is not null
    ), candidates as materialized (
      select s.domain, newest.created_at as last_at, weeks.lowest, weeks.average
      from sites s
      cross join lateral (
        select created_at from orders
        where landing_domain = s.domain and created_at <= ${now}
        order by created_at desc limit 1
      ) newest
      cross join lateral (
        select min(n) filter (where n > 0) as lowest, avg(n) filter (where n > 0) as average,
          count(*) filter (where n > 0) as filled
        from ${countsOfWeeks(
          sql`greatest(newest.created_at, ${now}::timestamptz - ${maxSilenceDays}::int * interval '1 day')`,
          sql`${now}::timestamptz`,
        )} of_week
      ) weeks
      where newest.created_at > ${now}::timestamptz - ${weeksCompared}::int * interval '7 days'
        and newest.created_at <= ${now}::timestamptz - ${minSilenceMinutes}::int * interval '1 minute'
        and weeks.lowest >= ${minExpectedOrders} and weeks.filled >= ${minFilledWeeks}
    ), levels as (
      select s.*, least(1, recent.n / usual.n) as level
      from candidates s
      cross join lateral (
        select count(*)::numeric as n from orders o
        where o.landing_domain = s.domain and o.created_at > ${levelBegin} and o.created_at <= s.last_at
      ) recent
      cross join lateral (
        select avg(n) filter (where n > 0) as n from ${countsOfWeeks(levelBegin, sql`s.last_at`)} of_week
      ) usual
    )
    select domain, last_at, floor(lowest * level)::int as expected from levels
    where lowest * level >= ${minExpectedOrders} and average * level >= ${minAverageOrders}
    order by domain
  `.execute(db)
  return rows
}

const levelBegin = sql`s.last_at - ${levelHours}::int * interval '1 hour'`

/** The orders of the site `s` in the same hours of each of the weeks before. */
const countsOfWeeks = (from: RawBuilder<unknown>, until: RawBuilder<unknown>) => sql`(
  select count(o.order_id) as n
  from generate_series(1, ${weeksCompared}::int) as week
  left join orders o on o.landing_domain = s.domain
    and o.created_at > ${from} - week * interval '7 days' and o.created_at <= ${until} - week * interval '7 days'
  group by week
)`

/** Mails every Admin of sites that fell silent and of sites that speak again, once each. */
export const watchSites = (platform: Platform): Promise<void> =>
  inTransaction(platform.db, async (tx) => {
    const now = platform.clock()
    const silent = await noteSilent(tx, await selectQuietSites(tx, now), now)
    const speaking = await endSilences(tx)
    const told = [...silent.map((site) => ({ ...site, isSilent: true })), ...speaking]
    const admins = told.length > 0 ? await selectAdmins(tx) : []
    for (const { domain, silent_since, isSilent, expected } of told)
      for (const { name, email: recipient } of admins)
        await queueMail(
          { ...platform, tx, now },
          silenceMail,
          { name, domain, since: wireInstant(silent_since), isSilent, expected },
          { orderId: null, recipient },
        )
  })

/** Of two servers at once, the second finds them noted. */
async function noteSilent(tx: Tx, quiet: readonly QuietSite[], now: Date) {
  if (quiet.length === 0) return []
  const noted = await tx
    .insertInto('silent_sites')
    .values(quiet.map(({ domain, last_at }) => ({ domain, silent_since: last_at, noticed_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .returning(['domain', 'silent_since'])
    .execute()
  return noted.map((row) => ({
    ...row,
    expected: quiet.find(({ domain }) => domain === row.domain)?.expected ?? 0,
  }))
}

async function endSilences(tx: Tx) {
  const ended = await tx
    .deleteFrom('silent_sites as s')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('orders as o')
          .select('o.order_id')
          .whereRef('o.landing_domain', '=', 's.domain')
          .whereRef('o.created_at', '>', 's.silent_since'),
      ),
    )
    .returning(['domain', 'silent_since'])
    .execute()
  return ended.map((row) => ({ ...row, isSilent: false, expected: 0 }))
}

export const selectSilentSites = (tx: Tx) =>
  tx.selectFrom('silent_sites').select(['domain', 'silent_since']).orderBy('silent_since').execute()
