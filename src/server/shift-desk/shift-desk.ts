import { sql } from 'kysely'
import { wireInstant, addDays, estDate, jakartaMidnight, jakartaToday } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import { shiftFigures } from '#contract/rules/shift-figures.ts'
import * as contract from '#contract/shift-desk.ts'
import { type PromiseDay, type ShiftMember, markMinutes } from '#contract/shift-desk.ts'
import { listArrivals } from '#server/orders/arrivals.ts'
import { asListTotal } from '#server/orders/list.ts'
import type { Work } from '#server/platform/work.ts'
import { selectSilentSites } from '#server/silent-sites/silent-sites.ts'
import { promisesReport } from '#server/reports/reports.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { criteriaOf, readFigures } from './figures.ts'

/** A member who was inactive for longer is not at the desk. */
const hereMs = 5 * 60_000

function readDay({ tx, now }: Work) {
  const today = jakartaToday(now)
  return Promise.all([
    selectMembers(tx, { activeSince: new Date(now.getTime() - hereMs), now }),
    selectMarks(tx, jakartaMidnight(today), jakartaMidnight(addDays(today, 1))),
  ])
}

/** The members of the team, and removed ones who did something today or have an order. */
function describeMembers(
  [members, allMarks]: Awaited<ReturnType<typeof readDay>>,
  countOf: (memberId: number) => number,
): ShiftMember[] {
  return members.flatMap(({ id, name, is_here, removed_at: removedAt }) => {
    const marks = allMarks.filter(({ member_id: memberId }) => memberId === id)
    const open = countOf(id)
    if (removedAt !== null && marks.length === 0 && open === 0) return []
    return {
      id,
      name,
      is_here: is_here && removedAt === null,
      open: asListTotal(open),
      done: marks.reduce((sum, { completed }) => sum + completed, 0),
      marks: marks.map(({ minute, completed, moved }) => ({ minute, completed, moved })),
    }
  })
}

/** Each opens sealed data; this many fit beside the rest of the page. */
const mostArrivals = 10
const promiseDays = 7

/** The last days in EST up to today, oldest first, including days without processed orders. */
async function readPromises(work: Work): Promise<PromiseDay[]> {
  const today = estDate(work.now)
  const days = Array.from({ length: promiseDays }, (_, at) => addDays(today, at + 1 - promiseDays))
  const rows = await promisesReport(work, { fromDate: days[0] ?? today, toDate: today, by: 'day' })
  return days.map((day) => {
    const { kept, late } = rows.find(({ name }) => name === day) ?? { kept: 0, late: 0 }
    return { day, kept, late }
  })
}

export const shiftDeskCalls = implement(contract, {
  /** Product §12. Members' work and kept promises only for roles that may see them. */
  shiftDesk: read(async (work) => {
    const { role } = work.actor
    const [{ figures, countOf }, arrivals, day, promises, silent] = await Promise.all([
      readFigures(work),
      listArrivals(work, criteriaOf(work, shiftFigures.arrivals), mostArrivals),
      can(role, 'seeShiftByMember') ? readDay(work) : undefined,
      can(role, 'seeOrderProcessed') ? readPromises(work) : undefined,
      selectSilentSites(work.tx),
    ])
    const data = {
      figures,
      silent_sites: silent.map(({ domain, silent_since: since }) => ({ domain, since: wireInstant(since) })),
      arrivals,
      ...(day && {
        team: { members: describeMembers(day, countOf), unassigned: asListTotal(countOf(null)) },
      }),
      ...(promises && { promises }),
    }
    return { data }
  }),
})

/** Every member by name, including removed ones, and whether one of their sessions was active since. */
const selectMembers = (tx: Tx, { activeSince, now }: { activeSince: Date; now: Date }) =>
  tx
    .selectFrom('members as m')
    .select(['m.id', 'm.name', 'm.removed_at'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('sessions as s')
          .select('s.id')
          .whereRef('s.member_id', '=', 'm.id')
          .where('s.revoked_at', 'is', null)
          .where('s.expires_at', '>', now)
          .where('s.last_seen_at', '>', activeSince),
      )
        .$castTo<boolean>()
        .as('is_here'),
    )
    .orderBy(sql`lower(m.name)`)
    .orderBy('m.id')
    .execute()

interface MarkRow {
  member_id: number
  minute: number
  completed: number
  moved: number
}

/**
 * Completions are orders completed now, as in the reports, so an undone one does not count. Moves to Completed are not
 * counted twice.
 */
async function selectMarks(tx: Tx, from: Date, to: Date): Promise<MarkRow[]> {
  const minuteOf = (column: 'processing_date' | 'at') =>
    sql`floor(extract(epoch from ${sql.ref(column)} - ${from}::timestamptz) / ${sql.lit(60 * markMinutes)})::int * ${sql.lit(markMinutes)}`
  const { rows } = await sql<MarkRow>`
    select member_id, minute, sum(completed)::bigint as completed, sum(moved)::bigint as moved
    from (
      select processed_by as member_id, ${minuteOf('processing_date')} as minute, 1 as completed, 0 as moved
      from orders
      where processing_date is not null and processing_date >= ${from} and processing_date < ${to}
        and processed_by is not null
      union all
      select member_id, ${minuteOf('at')}, 0, 1
      from order_events
      where at >= ${from} and at < ${to} and member_id is not null and action in ('moved', 'refunded', 'deleted')
        and after ->> 'process_status' <> 'Completed'
    ) done
    group by 1, 2 order by 1, 2`.execute(tx)
  return rows
}
