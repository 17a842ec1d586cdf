import { createContext, useContext, useEffect } from 'react'
import type { VisitorPageData } from '#contract/visitor-page-data.ts'

export interface Toast {
  tone: 'good' | 'bad'
  text: string
}

/** Replaces the current toast; null removes it. A toast stays until then (spec §9). */
export type ShowToast = (toast: Toast | null) => void

export const ToastContext = createContext<ShowToast>(() => {})
export const useShowToast = () => useContext(ToastContext)

/** Also shows the server's notice as a toast (spec §8). */
export function useNoticeToast(initialData: VisitorPageData | null) {
  const show = useShowToast()
  const notice = initialData?.notice
  useEffect(() => {
    if (notice) show({ tone: 'bad', text: notice })
  }, [notice, show])
}
