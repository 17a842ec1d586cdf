import { useEffect } from 'react'
import { announceEveryMs, announceView } from '#contract/viewers.ts'
import { call } from '#web/lib/client.ts'

/** Nobody is told of a failure: the next one is in 20 seconds, and without any one is forgotten. */
const announce = (orderId: number, open: boolean) =>
  void call(announceView, { body: { orderId, open } }).catch(() => {})

/** Tells colleagues that the member has the order open, for as long as its page is seen. */
export function useAnnouncedView(orderId: number): void {
  useEffect(() => {
    let isOpen = false
    const update = () => {
      if (document.hidden && !isOpen) return
      isOpen = !document.hidden
      announce(orderId, isOpen)
    }
    update()
    const timer = setInterval(update, announceEveryMs)
    document.addEventListener('visibilitychange', update)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', update)
      if (isOpen) announce(orderId, false)
    }
  }, [orderId])
}
