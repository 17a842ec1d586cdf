import type { ReactNode } from 'react'
import type { OrderDetails } from '#contract/order-details.ts'
import type { Received } from '#contract/rules/downloads.ts'
import { answeringProvider } from '#contract/rules/mail-states.ts'
import { parseEstUs, wireInstant } from '#contract/rules/dates.ts'
import { actionIcon, actionLabel, type EventAction } from '#contract/rules/order-events.ts'
import { isStatus, statusLabels } from '#contract/rules/statuses.ts'
import { mailKindLabel, visibleError } from '#web/documents/mail-labels.ts'
import { MailState } from '#web/messages/MailState.tsx'
import { isOpenReply } from '#web/messages/open-replies.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { StatusIcon } from '#web/ui/StatusLabel.tsx'
import { changeText, type OrderEvent } from './event-labels.ts'
import { EventDetails } from './EventText.tsx'
import { joinFilled, remarkTags } from './history-texts.ts'

export interface TimeLineEntry {
  key: string
  /** ISO instant. */
  at: string
  icon: ReactNode
  head: ReactNode
  tags?: readonly string[]
  text?: ReactNode
  /** The event, if the member may restore the state before it. */
  restorable?: OrderEvent
  /** Why the latest move has no Restore. */
  notRestored?: string
}

/** Events with another entry that says more: the remark, download, mail or message. */
const shownByOtherEntry: ReadonlySet<string> = new Set<EventAction>([
  'remark added',
  'downloaded',
  'mail queued again',
  'reply received',
  'answered',
])

const entryIcon = (name: IconName) => <Icon name={name} size={14} />

function eventIcon({ action, to }: OrderEvent): ReactNode {
  const icon = actionIcon(action)
  if (icon !== 'status') return entryIcon(icon)
  return to !== null && isStatus(to) ? (
    <StatusIcon appearance={statusLabels[to].appearance} />
  ) : (
    entryIcon('history')
  )
}

const fromEvent = (event: OrderEvent): TimeLineEntry => ({
  key: `event ${event.id}`,
  at: event.at,
  icon: eventIcon(event),
  head: (
    <>
      <b>
        <ExternalText>{event.by}</ExternalText>
      </b>{' '}
      <ExternalText>{changeText(event) || actionLabel(event.action)}</ExternalText>
    </>
  ),
  text: <EventDetails event={event} />,
  ...(event.can_restore && { restorable: event }),
  ...(event.why_not_restored !== null && { notRestored: event.why_not_restored }),
})

const fromMail = (mail: OrderDetails['mailHistory'][number]): TimeLineEntry => {
  const error = visibleError(mail)
  return {
    key: `mail ${mail.id}`,
    at: mail.create_ts,
    icon: entryIcon('mail'),
    head: <b>{mailKindLabel(mail)}</b>,
    tags: mail.remainder_mail === 'Y' ? ['Resend'] : [],
    text: (
      <>
        <MailState state={mail.state} /> ·{' '}
        <ExternalText>{joinFilled(' · ', answeringProvider(mail) ?? '', mail.to)}</ExternalText>
        {error && (
          <>
            {' · '}
            <ExternalText>{error}</ExternalText>
          </>
        )}
      </>
    ),
  }
}

const fromRemark = (remark: OrderDetails['remark'][number], index: number): TimeLineEntry => ({
  key: `remark ${index}`,
  at: wireInstant(parseEstUs(remark.us_date, remark.us_time)),
  icon: entryIcon('note'),
  head: (
    <b>
      <ExternalText>{remark.remark_name}</ExternalText>
    </b>
  ),
  tags: remarkTags(remark),
  text: <ExternalText>{remark.remark}</ExternalText>,
})

const downloadHeads = {
  asked: 'Download asked for, not received',
  part: 'Downloaded in part',
  whole: 'Downloaded',
} as const satisfies Record<Received, string>

const fromDownload = (download: OrderDetails['downloadHistory'][number], index: number): TimeLineEntry => ({
  key: `download ${index}`,
  at: download.create_ts,
  icon: entryIcon('download'),
  head: <b>{downloadHeads[download.received]}</b>,
  text: <ExternalText>{joinFilled(' · ', download.browser, download.os, download.ip)}</ExternalText>,
})

const fromMessage = (message: OrderDetails['messages'][number]): TimeLineEntry => ({
  key: `message ${message.id}`,
  at: message.at,
  icon: entryIcon(message.direction === 'in' ? 'reply' : 'send'),
  head: (
    <b>
      <ExternalText>{message.by}</ExternalText>
    </b>
  ),
  tags: isOpenReply(message) ? ['not answered'] : [],
  text: <ExternalText>{message.text}</ExternalText>,
})

export const timeLineEntries = (order: OrderDetails): TimeLineEntry[] =>
  [
    ...order.events.filter(({ action }) => !shownByOtherEntry.has(action)).map(fromEvent),
    ...order.mailHistory.map(fromMail),
    ...order.remark.map(fromRemark),
    ...order.downloadHistory.map(fromDownload),
    ...order.messages.map(fromMessage),
  ].toSorted((a, b) => b.at.localeCompare(a.at))
