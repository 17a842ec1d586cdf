import { isIsoDate } from '#contract/rules/dates.ts'

/** Days in EST, both included; '' means unbounded. */
export interface ReportRange {
  fromDate: string
  toDate: string
}

const parseDay = (text: string | null) => (text !== null && isIsoDate(text) ? text : '')

/** Parses the query string; missing and invalid days are unbounded. */
export function parseRange(search: string): ReportRange {
  const params = new URLSearchParams(search)
  return { fromDate: parseDay(params.get('fromDate')), toDate: parseDay(params.get('toDate')) }
}

/** Only the bounded ends, as in requests and URLs. */
export const definedEnds = (range: ReportRange): Partial<ReportRange> =>
  Object.fromEntries(Object.entries(range).filter(([, end]) => end !== ''))

/** The query string of a range, '' for all time; keeps the other parameters of `search`. */
export function formatRange(range: ReportRange, search = ''): string {
  const params = new URLSearchParams(search)
  for (const end of ['fromDate', 'toDate'] as const) {
    if (range[end] === '') params.delete(end)
    else params.set(end, range[end])
  }
  return params.size > 0 ? `?${params}` : ''
}
