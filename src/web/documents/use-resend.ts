import { useQueryClient } from '@tanstack/react-query'
import { resendMail } from '#contract/documents.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useOncePerKey } from '#web/lib/use-once-per-key.ts'
import { isPending } from '#web/messages/mail-states.ts'
import { otherProvider, useProviders } from '#web/messages/providers.ts'
import { useUndoToast } from '#web/undo/use-undo-toast.ts'
import type { MailEntry } from './mail-labels.ts'
import { orderReadEndpoints } from '#contract/order-reads.ts'

export interface Resend {
  labelOf: (mail: MailEntry) => string
  /** False for cancelled and pending mails. */
  canResend: (mail: MailEntry) => boolean
  /** The mail is being or has been resent. */
  isDisabled: (mail: MailEntry) => boolean
  resend: (mail: MailEntry) => void
}

/** Resends to the same recipient through the other provider, each mail once. */
export function useResend({ order_id: orderId }: OrderDetails): Resend {
  const client = useQueryClient()
  const providers = useProviders()
  const resends = useOncePerKey<string>()
  const showSuccess = useUndoToast()
  const { call } = useCall(resendMail, {
    refreshes: orderReadEndpoints,
    onRefused: () => void refresh(client, [getOrder]),
  })

  const resend = ({ id: mailId, to: email, provider }: MailEntry) =>
    resends.run(mailId, async () => {
      const answer = await call({
        body: { orderId, email, mailServiceProvider: otherProvider(providers, provider), mailId },
      })
      if (answer) showSuccess({ title: answer.message, undo: answer.data.undo, mailedOrders: [orderId] })
      return answer !== null
    })

  return {
    labelOf: (mail) => {
      if (resends.isRunning(mail.id)) return 'Resending…'
      if (resends.isDone(mail.id)) return 'Queued again'
      return providers.length > 1 ? `Resend by ${otherProvider(providers, mail.provider)}` : 'Resend'
    },
    canResend: ({ state }) => state !== 'cancelled' && !isPending(state),
    isDisabled: ({ id }) => resends.isRunning(id) || resends.isDone(id),
    resend: (mail) => void resend(mail),
  }
}
