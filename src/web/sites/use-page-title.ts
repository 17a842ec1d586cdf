import { useEffect } from 'react'
import { titles } from './titles.ts'

/** Sets a title such as `Manage Team | Pabean` until the page is left (spec §2). */
export function usePageTitle(label: string) {
  useEffect(() => {
    document.title = `${label} | ${titles.name}`
    return () => {
      document.title = titles.title
    }
  }, [label])
}
