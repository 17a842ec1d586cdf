import { useEffect } from 'react'
import { announceEveryMs, announceView } from '#contract/viewers.ts'
import { call } from '#web/lib/client.ts'

/** Ignores failures: the next announcement follows in 20 seconds, and without one the view expires. */
const announce = (orderId: number, open: boolean) =>
  void call(announceView, { body: { orderId, open } }).catch(() => {})

/** Announces that the member has the order open while the page is visible. */
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
