import { useEffect } from 'react'
import type { VisitorStart } from '#contract/visitor-start.ts'
import { useShowToast } from './frame/toast.ts'

/** What the server said with the page is a toast, too, where it can be closed (spec §8). */
export function useNotice(first: VisitorStart | null) {
  const show = useShowToast()
  const notice = first?.notice
  useEffect(() => {
    if (notice) show({ tone: 'bad', text: notice })
  }, [notice, show])
}
