import { useEffect } from 'react'
import { useTitles } from './use-titles.ts'

/** A title of a page's own, as `Manage Team | Pabean`; the product's again once one leaves the page (spec §2). */
export function usePageTitle(label: string) {
  const { title, name } = useTitles()
  useEffect(() => {
    document.title = `${label} | ${name}`
    return () => {
      document.title = title
    }
  }, [label, title, name])
}
