import { dueText } from '#contract/rules/disputes.ts'
import { duration } from '#contract/rules/promise.ts'
import type { DisputeList, FigureList, FigureName } from '#contract/rules/shift-figures.ts'
import type { ShiftFigure } from '#contract/shift-desk.ts'
import { staffScreens } from '#contract/rules/staff-screens.ts'
import { queues } from '#contract/rules/queues.ts'
import { formatCount } from '#web/ui/format-count.ts'
import { defaultListView, formatListView } from '#web/orders/queue/list/list-view.ts'

export function listAddress(list: FigureList): string {
  if (list.of === 'replies') return staffScreens.replies.path
  if (list.of === 'proposals') return staffScreens.proposals.path
  if (list.of === 'mails') return `${staffScreens.mailProblems.path}?state=${list.states.join()}`
  if (list.of === 'disputes') return disputesPath(list.query)
  const { queue, filters, sort } = list
  return queues[queue].path + formatListView({ ...defaultListView, filters, sort })
}

const disputesPath = (query: DisputeList['query']) =>
  `${staffScreens.disputes.path}?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`

type Detail = (figure: ShiftFigure, now: Date) => string

const always =
  (text: string): Detail =>
  () =>
    text

const unassignedDetail: Detail = ({ count, unassigned = 0 }) => {
  if (count === 0) return 'none'
  return unassigned === 0 ? 'each with a member' : `${formatCount(unassigned)} with nobody`
}

/** Age of the first entry. */
const since =
  (text: (ago: string) => string): Detail =>
  ({ first }, now) =>
    first ? text(duration(now.getTime() - Date.parse(first))) : 'none'

const certainDetail: Detail = ({ count, certain = 0 }) =>
  count === 0 ? 'none' : `${formatCount(certain)} certain`

const dueDetail: Detail = ({ first }, now) => (first ? `the first ${dueText(first, now)}` : 'none')

interface FigureText {
  label: string
  tone?: 'bad' | 'soon'
  detail: Detail
}

export const figureTexts: Record<FigureName, FigureText> = {
  late: { label: 'Late', tone: 'bad', detail: since((ago) => `oldest by ${ago}`) },
  missed: { label: 'Missed', tone: 'bad', detail: always('travelled without a document') },
  soon: { label: 'Due within 2 hours', detail: unassignedDetail },
  opensToday: { label: 'Windows open today', detail: unassignedDetail },
  arrivals: { label: 'Arrivals today, no document', tone: 'soon', detail: unassignedDetail },
  mailsFailed: { label: 'Mails failed', detail: always('bounced or not sent') },
  mailsUnknown: { label: 'Mails unknown', detail: always('the provider did not say') },
  replies: { label: 'Replies open', detail: since((ago) => `oldest ${ago}`) },
  requests: { label: 'Requests open', tone: 'soon', detail: since((ago) => `oldest ${ago}`) },
  proposals: { label: 'Documents proposed', detail: certainDetail },
  disputes: { label: 'Disputes due', tone: 'bad', detail: dueDetail },
  warnings: { label: 'Warnings', tone: 'soon', detail: always('refund or leave') },
}
