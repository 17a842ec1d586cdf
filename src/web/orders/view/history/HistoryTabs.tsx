import { Button, Tabs } from '@mantine/core'
import { useRef, type ReactNode, useEffect, useState, type RefObject } from 'react'
import { usualHistoryRows, type OrderDetails } from '#contract/order-details.ts'
import { EmailHistory } from '#web/documents/EmailHistory.tsx'
import type { Resend } from '#web/documents/use-resend.ts'
import { MessagesSection } from '#web/messages/MessagesSection.tsx'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Card } from '#web/ui/Card.tsx'
import chip from '#web/ui/fields.module.css'
import { formatCount } from '#web/ui/format-count.ts'
import { isOneOf } from '#contract/rules/typed-keys.ts'
import { displayDate, estDate, estUsTime } from '#contract/rules/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import type { OrderActions } from '../../use-order-actions.ts'
import { CommentHistory, DownloadHistory, MoveHistory } from './Histories.tsx'
import css from './history.module.css'
import { movesOf } from './moves.ts'
import { timeLineEntries, type TimeLineEntry } from './time-line-entries.tsx'

export interface OlderHistory {
  isLoading: boolean
  show: () => void
}

interface HistoryTabsProps {
  order: OrderDetails
  /** EST date, `YYYY-MM-DD`. */
  today: string
  actions: OrderActions
  resending: Resend
  /** Shown unless the URL names another tab. */
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

/** The time line, the specification's histories (spec §2), then the product's own. */
const historyTabs = [
  { id: 'all', label: 'All' },
  { id: 'email-history', label: 'Email History' },
  { id: 'comment-history', label: 'Comment History' },
  { id: 'download-history', label: 'Download History' },
  { id: 'moves', label: 'Moves' },
  { id: 'messages', label: 'Messages' },
] as const
type HistoryTabId = (typeof historyTabs)[number]['id']

const tabIds = historyTabs.map(({ id }) => id)

/** The tab in the URL's hash (`#messages`); null for any other hash. */
const tabOfAddress = (): HistoryTabId | null => {
  const name = location.hash.slice(1)
  return isOneOf(tabIds, name) ? name : null
}

/**
 * The chosen tab, kept in the URL's hash for links and reloads. A link to another tab shows it and scrolls to the box.
 */
function useHistoryTab(
  initialTab: HistoryTabId,
  box: RefObject<HTMLElement | null>,
): [HistoryTabId, (tab: string | null) => void] {
  const [tab, setTab] = useState(() => tabOfAddress() ?? initialTab)
  useEffect(() => {
    const followAddress = () => {
      const named = tabOfAddress()
      if (!named) return
      setTab(named)
      box.current?.scrollIntoView({ block: 'nearest' })
      // Waits until the panel is rendered.
      requestAnimationFrame(() => box.current?.querySelector('textarea')?.focus())
    }
    window.addEventListener('hashchange', followAddress)
    return () => window.removeEventListener('hashchange', followAddress)
  }, [box])
  const selectTab = (chosen: string | null) => {
    if (!isOneOf(tabIds, chosen)) return
    setTab(chosen)
    history.replaceState(history.state, '', `#${chosen}`)
  }
  return [tab, selectTab]
}

interface TimeLineProps {
  order: OrderDetails
  /** EST date, `YYYY-MM-DD`. */
  today: string
  busy: boolean
  onRestore: (eventId: number) => void
}

const dayOf = ({ at }: TimeLineEntry) => estDate(new Date(at))

const groupByDay = (entries: readonly TimeLineEntry[]): [day: string, entries: TimeLineEntry[]][] => [
  ...Map.groupBy(entries, dayOf),
]

function TimeLine({ order, today, busy, onRestore }: TimeLineProps) {
  const entries = timeLineEntries(order)
  if (entries.length === 0) return <EmptyState kind="list" />
  return groupByDay(entries).map(([day, entriesOfDay]) => (
    <section key={day}>
      <h3 className={`faint tiny medium ruled ${css.day}`}>
        {day === today && 'Today, '}
        {displayDate(day)}
      </h3>
      <ul>
        {entriesOfDay.map(({ key, at, icon, head, tags = [], text, restorable, notRestored }) => (
          <li key={key} className={`stack small tight ${css.entry}`}>
            <span className={`stack faint ${css.icon}`}>{icon}</span>
            <span className={`flex wrap shrinkable break-words ${css.head}`}>
              {head}
              {tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </span>
            <time className="faint tiny" dateTime={at}>
              {estUsTime(at)}
            </time>
            {text && <div className={`break-words muted ${css.text}`}>{text}</div>}
            {restorable && (
              <Button
                className={css.restore}
                size="xs"
                aria-disabled={busy}
                onClick={() => !busy && onRestore(restorable.id)}
              >
                Restore
              </Button>
            )}
            {notRestored && <small className={`faint tiny ${css.notRestored}`}>{notRestored}</small>}
          </li>
        ))}
      </ul>
    </section>
  ))
}
