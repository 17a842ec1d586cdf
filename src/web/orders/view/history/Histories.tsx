import { Button } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { estDateTime } from '#contract/rules/dates.ts'
import { receivedLabels } from '#contract/rules/downloads.ts'
import { LogList, type LogEntry } from '#web/ui/LogList.tsx'
import { EventText } from './EventText.tsx'
import { movesOf } from './moves.ts'
import { ExternalText } from '#web/ui/ExternalText.tsx'
import { formatCount } from '#web/ui/format-count.ts'
import { joinFilled, remarkTags } from './history-texts.ts'

export function CommentHistory({ order }: { order: OrderDetails }) {
  return (
    <LogList
      entries={order.remark.map((remark, index): LogEntry => ({
        key: order.remark.length - index,
        by: <ExternalText>{remark.remark_name}</ExternalText>,
        time: `${remark.us_date} ${remark.us_time}`,
        text: <ExternalText>{remark.remark}</ExternalText>,
        tags: remarkTags(remark),
      }))}
    />
  )
}

const repeatsText = (count: number) => (count === 0 ? '' : `and ${formatCount(count)} more on that day`)

export function DownloadHistory({ order }: { order: OrderDetails }) {
  return (
    <LogList
      entries={order.downloadHistory.map((download, index): LogEntry => ({
        key: order.downloadHistory.length - index,
        by: <ExternalText>{joinFilled(' · ', download.browser, download.os) || '-'}</ExternalText>,
        time: estDateTime(download.create_ts),
        text: (
          <ExternalText>
            {joinFilled(' · ', download.ip, download.timezone, repeatsText(download.repeats))}
          </ExternalText>
        ),
        tags: download.received === 'whole' ? [] : [receivedLabels[download.received]],
        isMuted: true,
      }))}
    />
  )
}

interface MoveHistoryProps {
  order: OrderDetails
  busy: boolean
  onRestore: (eventId: number) => void
}

/** The order's moves; the last one offers Restore. */
export function MoveHistory({ order, busy, onRestore }: MoveHistoryProps) {
  return (
    <LogList
      entries={movesOf(order).map((event): LogEntry => ({
        key: event.id,
        by: <ExternalText>{event.by}</ExternalText>,
        time: estDateTime(event.at),
        text: <EventText event={event} />,
        actions: event.can_restore ? (
          <Button size="xs" aria-disabled={busy} onClick={() => !busy && onRestore(event.id)}>
            Restore
          </Button>
        ) : (
          event.why_not_restored
        ),
      }))}
    />
  )
}
