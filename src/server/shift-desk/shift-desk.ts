import { addDays, estDate } from '#contract/rules/dates.ts'
import { can } from '#contract/rules/roles.ts'
import { shiftFigures } from '#contract/rules/shift-figures.ts'
import * as contract from '#contract/shift-desk.ts'
import type { PromiseDay } from '#contract/shift-desk.ts'
import { listArrivals } from '#server/orders/arrivals.ts'
import { asListTotal } from '#server/orders/list.ts'
import type { Work } from '#server/platform/work.ts'
import { promisesReport } from '#server/reports/reports.ts'
import { implement, read } from '#server/platform/http/implement.ts'
import { criteriaOf, readFigures } from './figures.ts'
import { describeMembers, readDay } from './members.ts'

/** Each opens sealed data; as many as stand beside the rest of the page. */
const mostArrivals = 10
const promiseDays = 7

/** The last days in EST up to today, the oldest first, also those on which nothing was processed. */
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
  /** What is open in this shift (product §12); what each member has and did, and the promises kept, for whose role sees them. */
  shiftDesk: read(async (work) => {
    const { role } = work.actor
    const [{ figures, countOf }, arrivals, day, promises] = await Promise.all([
      readFigures(work),
      listArrivals(work, criteriaOf(work, shiftFigures.arrivals), mostArrivals),
      can(role, 'seeShiftByMember') ? readDay(work) : undefined,
      can(role, 'seeOrderProcessed') ? readPromises(work) : undefined,
    ])
    const data = {
      figures,
      arrivals,
      ...(day && {
        team: { members: describeMembers(day, countOf), unassigned: asListTotal(countOf(null)) },
      }),
      ...(promises && { promises }),
    }
    return { data }
  }),
})
