import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { parseRange, formatRange, type ReportRange } from './report-range.ts'

/** The range of a report is in the URL. Changes replace the history entry, so that Back leaves the report. */
export function useReportRange() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const range = useMemo(() => parseRange(search), [search])
  const choose = (changes: Partial<ReportRange>) =>
    navigate(path + formatRange({ ...range, ...changes }, search), { replace: true })
  return { range, choose }
}
