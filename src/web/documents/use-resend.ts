import { useQueryClient } from '@tanstack/react-query'
import { resendMail } from '#contract/documents.ts'
import { getOrder, type OrderDetails } from '#contract/order-details.ts'
import { refresh, useCall } from '#web/lib/endpoint-hooks.ts'
import { useOncePerKey } from '#web/lib/use-once-per-key.ts'
import { isPending } from '#web/messages/mail-states.ts'
import { otherProvider, useProviders } from '#web/messages/providers.ts'
import { showToast } from '#web/ui/toast.tsx'
import type { MailEntry } from './mail-labels.ts'
import { orderReads } from '#contract/order-reads.ts'

export interface Resend {
  /** The button's label with the provider. */
  labelOf: (mail: MailEntry) => string
  /** False for cancelled and pending mails. */
  isOffered: (mail: MailEntry) => boolean
  /** The mail is being or has been resent. */
  isPressed: (mail: MailEntry) => boolean
  resend: (mail: MailEntry) => void
}

/** Resends to the same recipient through the other provider, each mail once; the new mail has its own button. */
export function useResend({ order_id: orderId }: OrderDetails): Resend {
  const client = useQueryClient()
  const offered = useProviders()
  const once = useOncePerKey<string>()
  const { call } = useCall(resendMail, {
    refreshes: orderReads,
    onRefused: () => void refresh(client, [getOrder]),
  })

  const resend = ({ id: mailId, to: email, provider }: MailEntry) =>
    once.run(mailId, async () => {
      const answer = await call({
        body: { orderId, email, mailServiceProvider: otherProvider(offered, provider), mailId },
      })
      if (answer) showToast({ tone: 'good', title: answer.message })
      return answer !== null
    })

  return {
    labelOf: (mail) => {
      if (once.isRunning(mail.id)) return 'Resending…'
      if (once.isDone(mail.id)) return 'Resent'
      return offered.length > 1 ? `Resend by ${otherProvider(offered, mail.provider)}` : 'Resend'
    },
    isOffered: ({ state }) => state !== 'cancelled' && !isPending(state),
    isPressed: ({ id }) => once.isRunning(id) || once.isDone(id),
    resend: (mail) => void resend(mail),
  }
}
