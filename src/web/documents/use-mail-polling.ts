import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { endpointKey } from '#web/lib/query-client.ts'
import { isPending } from '#web/messages/mail-states.ts'

/** ms */
const POLL_INTERVAL = 3000
const POLL_DURATION = 60_000

/** Polls the order for a minute while one of its mails is pending, so that its state stays current. */
export function useMailPolling({ mailHistory }: OrderDetails): void {
  const client = useQueryClient()
  const pendingMailIds = mailHistory
    .filter(({ state }) => isPending(state))
    .map(({ id }) => id)
    .join(' ')

  useEffect(() => {
    if (pendingMailIds === '') return
    const until = Date.now() + POLL_DURATION
    const stop = () => clearInterval(timer)
    const timer = setInterval(() => {
      if (Date.now() > until) return stop()
      if (document.hidden) return
      // Stops at the first failure, which would otherwise be shown at every poll.
      client
        .refetchQueries({ queryKey: endpointKey(getOrder), type: 'active' }, { throwOnError: true })
        .catch(stop)
    }, POLL_INTERVAL)
    return stop
  }, [client, pendingMailIds])
}
