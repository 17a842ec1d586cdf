import { useEffect, useEffectEvent } from 'react'
import { useSearch } from 'wouter'
import { statusesCompletedByUpload, type Status } from '#contract/rules/statuses.ts'
import { viewOrderPath } from '#contract/rules/staff-addresses.ts'

const parameter = 'ask'

/** An open order's customer can be asked (product §12). */
export const canAskCustomer = (status: Status): boolean => statusesCompletedByUpload.includes(status)

/** The address of an order at which its customer is asked at once, about what stands there to be checked first. */
export const askAddress = (orderId: number): string => `${viewOrderPath(orderId)}?${parameter}`

/** Asks once where the address says so; a reload and Back ask no more. */
export function useAskInAddress(ask: () => void): void {
  const isAsked = new URLSearchParams(useSearch()).has(parameter)
  const askNow = useEffectEvent(ask)
  useEffect(() => {
    if (!isAsked) return
    history.replaceState(history.state, '', location.pathname + location.hash)
    askNow()
  }, [isAsked])
}
