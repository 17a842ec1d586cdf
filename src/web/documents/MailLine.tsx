import { useEffect, useRef } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { isProblemState, mailStateAppearances } from '#web/messages/mail-states.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { mailKind, troubleOf, type MailEntry } from './mail-labels.ts'
import { ResendButton } from './ResendButton.tsx'
import type { Resend } from './use-resend.ts'
import css from './MailLine.module.css'

interface MailLineProps {
  order: OrderDetails
  resending: Resend
}

/** The state of the last mail to the customer; coloured and with Resend when it failed. */
export function MailLine({ order, resending }: MailLineProps) {
  // As in the queue's row: link mails requested by the visitor do not count.
  const mail = order.mailHistory.find(({ state, kind }) => state !== 'cancelled' && kind !== 'link')
  return mail && <LastMail mail={mail} resending={resending} />
}

function LastMail({ mail, resending }: { mail: MailEntry; resending: Resend }) {
  const line = useRef<HTMLFieldSetElement>(null)
  const shownMail = useRef(mail.id)
  const trouble = troubleOf(mail)

  // Resend disappears with its focus once another mail is the last one.
  useEffect(() => {
    if (shownMail.current === mail.id) return
    shownMail.current = mail.id
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true })
  }, [mail.id])

  return (
    <fieldset
      ref={line}
      className={css[mailStateAppearances[mail.state].tone]}
      tabIndex={-1}
      aria-label="Last mail"
      aria-live="polite"
    >
      <MailState state={mail.state} />
      <span className={css.words} title={trouble ?? undefined}>
        {mailKind(mail)} by {mail.provider}
        {trouble ? (
          <>
            : <bdi>{trouble}</bdi>
          </>
        ) : (
          <>
            {' '}
            to <bdi>{mail.to}</bdi>
            {mail.state_at && `, ${estDateTime(mail.state_at)} EST`}
          </>
        )}
      </span>
      {isProblemState(mail.state) && <ResendButton mail={mail} resending={resending} />}
    </fieldset>
  )
}
