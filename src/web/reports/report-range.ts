import { isIsoDate } from '#contract/rules/dates.ts'

/** Days in EST, both included; '' leaves an end open. */
export interface ReportRange {
  fromDate: string
  toDate: string
}

const parseDay = (text: string | null) => (text !== null && isIsoDate(text) ? text : '')

/** Whatever the address does not say, or says in a way that is no day, is open. */
export function parseRange(search: string): ReportRange {
  const params = new URLSearchParams(search)
  return { fromDate: parseDay(params.get('fromDate')), toDate: parseDay(params.get('toDate')) }
}

/** The ends that are not open: what a call or an address carries. */
export const definedEnds = (range: ReportRange): Partial<ReportRange> =>
  Object.fromEntries(Object.entries(range).filter(([, end]) => end !== ''))

/** The query of an address, '' for all time. */
export function formatRange(range: ReportRange): string {
  const params = new URLSearchParams(Object.entries(definedEnds(range)))
  return params.size > 0 ? `?${params}` : ''
}
