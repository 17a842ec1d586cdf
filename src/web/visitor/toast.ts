import { createContext, useContext } from 'react'

export interface Toast {
  tone: 'good' | 'bad'
  text: string
}

/** Shows a toast in place of the one before; null takes it away. It stays until then (spec §9). */
export type ShowToast = (toast: Toast | null) => void

export const ToastContext = createContext<ShowToast>(() => {})
export const useShowToast = () => useContext(ToastContext)
