import { Button } from '@mantine/core'
import type { OrderDetails } from '#contract/order-details.ts'
import { displayDate, estDate, estUsTime } from '#contract/rules/dates.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Tag } from '#web/ui/Tag.tsx'
import { timeLineEntries, type TimeLineEntry } from './time-line-entries.tsx'
import css from './history.module.css'

interface TimeLineProps {
  order: OrderDetails
  /** In EST, `YYYY-MM-DD`. */
  today: string
  busy: boolean
  onRestore: (eventId: number) => void
}

const dayOf = ({ at }: TimeLineEntry) => estDate(new Date(at))

/** Groups entries of one EST day that follow each other. */
const groupByDay = (entries: readonly TimeLineEntry[]): [day: string, entries: TimeLineEntry[]][] => [
  ...Map.groupBy(entries, dayOf),
]

/** All that happened to the order, newest first, by EST days. */
export function TimeLine({ order, today, busy, onRestore }: TimeLineProps) {
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
