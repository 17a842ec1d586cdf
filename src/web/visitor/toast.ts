import { createContext, useContext } from 'react'

export interface Toast {
  tone: 'good' | 'bad'
  text: string
}

/** Replaces the current toast; null removes it. A toast stays until then (spec §9). */
export type ShowToast = (toast: Toast | null) => void

export const ToastContext = createContext<ShowToast>(() => {})
export const useShowToast = () => useContext(ToastContext)
