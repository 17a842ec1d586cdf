import { Button, Tabs } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { usualHistoryRows, type OrderDetails } from '#contract/order-details.ts'
import { EmailHistory } from '#web/documents/EmailHistory.tsx'
import type { Resend } from '#web/documents/use-resend.ts'
import { MessagesSection } from '#web/messages/MessagesSection.tsx'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Card } from '#web/ui/Card.tsx'
import chip from '#web/ui/fields.module.css'
import { formatCount } from '#web/ui/format-count.ts'
import type { OrderActions } from '../../use-order-actions.ts'
import { CommentHistory, DownloadHistory, MoveHistory } from './Histories.tsx'
import css from './history.module.css'
import { movesOf } from './moves.ts'
import { TimeLine } from './TimeLine.tsx'
import { timeLineEntries } from './time-line-entries.tsx'
import { historyTabs, useHistoryTab, type HistoryTabId } from './use-history-tab.ts'

/** What is further back than the details go. */
export interface OlderHistory {
  isLoading: boolean
  show: () => void
}

interface HistoryTabsProps {
  order: OrderDetails
  /** In EST, `YYYY-MM-DD`. */
  today: string
  actions: OrderActions
  resending: Resend
  /** Shown unless the address names another. */
  initialTab: HistoryTabId
  older: OlderHistory
}

const counts: Record<HistoryTabId, (order: OrderDetails) => number> = {
  all: (order) => timeLineEntries(order).length,
  messages: (order) => order.message_count,
  'email-history': (order) => order.mailHistory.length,
  'comment-history': (order) => order.remark.length,
  'download-history': (order) => order.downloadHistory.length,
  moves: (order) => movesOf(order).length,
}

const countText = (order: OrderDetails, tab: HistoryTabId): string => {
  const count = counts[tab](order)
  return `${formatCount(count)}${order.has_older_history && count >= usualHistoryRows ? '+' : ''}`
}

/** What happened to the order, in one box: all of it as a time line, and each history by itself. Times are EST. */
export function HistoryTabs({ order, today, actions, resending, initialTab, older }: HistoryTabsProps) {
  const box = useRef<HTMLDivElement>(null)
  const [tab, selectTab] = useHistoryTab(initialTab, box)
  useShortcuts({
    timeLine: () => box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus(),
  })
  const events = {
    order,
    busy: actions.busy,
    onRestore: (eventId: number) => void actions.restore(eventId),
  }
  const panels: Record<HistoryTabId, ReactNode> = {
    all: <TimeLine today={today} {...events} />,
    messages: (
      <MessagesSection
        order={order}
        onCompleted={actions.leaveLists}
        onMoved={actions.handleMoved}
        onRefused={actions.refreshOrder}
      />
    ),
    'email-history': <EmailHistory order={order} resending={resending} />,
    'comment-history': <CommentHistory order={order} />,
    'download-history': <DownloadHistory order={order} />,
    moves: <MoveHistory {...events} />,
  }
  return (
    <div ref={box} className={css.box}>
      <Card title="Time line" count="EST" id="time-line">
        <Tabs unstyled keepMounted={false} value={tab} onChange={selectTab}>
          <Tabs.List className={css.list} aria-label="Histories">
            {historyTabs.map(({ id, label }) => (
              <Tabs.Tab key={id} value={id} className={`${chip.chip} ${css.tab}`}>
                {label}
                <span className={`faint tiny ${css.count}`}> {countText(order, id)}</span>
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {historyTabs.map(({ id }) => (
            <Tabs.Panel key={id} value={id} className={css.panel}>
              {panels[id]}
              {order.has_older_history && id !== 'messages' && (
                <Button className={css.older} size="xs" loading={older.isLoading} onClick={older.show}>
                  Show older
                </Button>
              )}
            </Tabs.Panel>
          ))}
        </Tabs>
      </Card>
    </div>
  )
}
