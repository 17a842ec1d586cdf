import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { formatAuditView, parseAuditView, type AuditView } from './audit-view.ts'

/** What is shown, from the address; a change of a filter begins at the first page, and Back restores what was before. */
export function useAuditView() {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const view = useMemo(() => parseAuditView(search), [search])
  const show = (changes: Partial<AuditView>) =>
    navigate(path + formatAuditView({ ...view, page: 1, start: null, ...changes }))
  return { view, show }
}
