import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import { estTimestamp } from '#contract/rules/dates.ts'
import { answeringProvider } from '#contract/rules/mail-states.ts'
import { isProblemState, mailStateAppearances } from '#web/messages/mail-states.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { mailKindLabel, visibleError, type MailEntry } from './mail-labels.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { CorrectAndResendDialog } from './CorrectAndResendDialog.tsx'
import { ResendButton } from './ResendButton.tsx'
import type { Resend } from './use-resend.ts'
import css from './documents.module.css'

interface LastMailStatusProps {
  order: OrderDetails
  resending: Resend
}

/** The state of the last mail to the customer, with Resend after a failure. */
export function LastMailStatus({ order, resending }: LastMailStatusProps) {
  // As in the queue's row: a link mail requested by the visitor does not count.
  const mail = order.mailHistory.find(({ state, kind }) => state !== 'cancelled' && kind !== 'link')
  return mail ? (
    <LastMail order={order} mail={mail} resending={resending} />
  ) : (
    <p className={css.quiet}>No mail has been sent yet</p>
  )
}

function LastMail({ order, mail, resending }: LastMailStatusProps & { mail: MailEntry }) {
  const [isCorrecting, setIsCorrecting] = useState(false)
  const fieldset = useRef<HTMLFieldSetElement>(null)
  const shownMail = useRef(mail.id)
  const error = visibleError(mail)
  const provider = answeringProvider(mail)

  // Resend disappears, and the focus with it, when another mail becomes the last one.
  useEffect(() => {
    if (shownMail.current === mail.id) return
    shownMail.current = mail.id
    if (document.activeElement === document.body) fieldset.current?.focus({ preventScroll: true })
  }, [mail.id])

  return (
    <fieldset
      ref={fieldset}
      className={css[mailStateAppearances[mail.state].tone]}
      tabIndex={-1}
      aria-label="Last mail"
      aria-live="polite"
    >
      <MailState state={mail.state} />
      <span className={`shrinkable truncate ${css.words}`} title={error ?? undefined}>
        {mail.state === 'kept' && 'Nothing has left: '}
        {mailKindLabel(mail)}
        {provider !== null && ` by ${provider}`}
        {error ? (
          <>
            : <ExternalText>{error}</ExternalText>
          </>
        ) : (
          <>
            {' '}
            to <ExternalText>{mail.to}</ExternalText>
            {mail.state_at && `, ${estTimestamp(mail.state_at)}`}
          </>
        )}
      </span>
      {mail.state === 'bounced' && !resending.isDisabled(mail) && (
        <Button size="xs" leftSection={<Icon name="pen" />} onClick={() => setIsCorrecting(true)}>
          Correct and resend
        </Button>
      )}
      {isProblemState(mail.state) && <ResendButton mail={mail} resending={resending} />}
      <CorrectAndResendDialog
        order={order}
        mail={mail}
        opened={isCorrecting}
        onClose={() => setIsCorrecting(false)}
      />
    </fieldset>
  )
}
