import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { statusesCompletedByUpload, type Status } from '#contract/rules/statuses.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'

const parameter = 'ask'

/** An open order's customer can be asked (product §12). */
export const canAskCustomer = (status: Status): boolean => statusesCompletedByUpload.includes(status)

export const askAddress = (orderId: number): string => `${viewOrderPath(orderId)}?${parameter}`

/** Opens the dialog once; the parameter is removed, so that a reload and Back do not open it again. */
export function useAskInAddress(ask: () => void): void {
  const isAsked = new URLSearchParams(useSearch()).has(parameter)
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!isAsked) return
    history.replaceState(history.state, '', location.pathname + location.hash)
    askNow()
  }, [isAsked])
}
