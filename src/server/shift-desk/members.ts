import { addDays, jakartaMidnight, jakartaToday } from '#contract/rules/dates.ts'
import type { ShiftMember } from '#contract/shift-desk.ts'
import { asListTotal } from '#server/orders/list.ts'
import type { Work } from '#server/platform/work.ts'
import { selectMarks, selectMembers } from './members.queries.ts'

/** Who did nothing for longer is not at the desk. */
const hereMs = 5 * 60_000

/** Every member, and what each did in Jakarta's day. */
export function readDay({ tx, now }: Work) {
  const today = jakartaToday(now)
  return Promise.all([
    selectMembers(tx, { activeSince: new Date(now.getTime() - hereMs), now }),
    selectMarks(tx, jakartaMidnight(today), jakartaMidnight(addDays(today, 1))),
  ])
}

/** The members of the team; of removed ones those who did something today, or have an order. */
export function describeMembers(
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
