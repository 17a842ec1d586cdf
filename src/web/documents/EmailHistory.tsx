import type { OrderDetails } from '#contract/order-details.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { answeringProvider } from '#contract/rules/mail-states.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { LogList, type LogEntry } from '#web/ui/LogList.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { mailKindLabel, visibleError, type MailEntry } from './mail-labels.ts'
import { ResendButton } from './ResendButton.tsx'
import type { Resend } from './use-resend.ts'

interface EmailHistoryProps {
  order: OrderDetails
  resending: Resend
}

export function EmailHistory({ order, resending }: EmailHistoryProps) {
  return (
    <LogList
      entries={order.mailHistory.map((mail): LogEntry => {
        const error = visibleError(mail)
        return {
          key: mail.id,
          by: mailKindLabel(mail),
          time: estDateTime(mail.create_ts),
          note: <MailProgress mail={mail} />,
          text: error && <ExternalText>{error}</ExternalText>,
          tags: mail.remainder_mail === 'Y' ? ['Resend'] : [],
          actions: resending.canResend(mail) && <ResendButton mail={mail} resending={resending} />,
        }
      })}
    />
  )
}

function MailProgress({ mail }: { mail: MailEntry }) {
  const provider = answeringProvider(mail)
  return (
    <>
      <MailState state={mail.state} />
      {mail.complained && <Tag tone="attention">Marked as spam</Tag>}
      {mail.state_at !== null && <span>since {estDateTime(mail.state_at)}</span>}
      <span>
        {provider !== null && `${provider} · `}
        <ExternalText>{mail.to}</ExternalText>
      </span>
    </>
  )
}
