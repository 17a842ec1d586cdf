import { useEffect } from 'react'
import { useTitles } from './use-titles.ts'

/** Sets the page's own title, as in `Manage Team | Pabean`, until the page is left (spec §2). */
export function usePageTitle(label: string) {
  const { title, name } = useTitles()
  useEffect(() => {
    document.title = `${label} | ${name}`
    return () => {
      document.title = title
    }
  }, [label, title, name])
}
