import { useEffect } from 'react'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'
import { useShowToast } from './toast.ts'

/** Also shows the server's notice as a toast (spec §8). */
export function useNoticeToast(initialData: VisitorPageData | null) {
  const show = useShowToast()
  const notice = initialData?.notice
  useEffect(() => {
    if (notice) show({ tone: 'bad', text: notice })
  }, [notice, show])
}
