import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Tag } from './Tag.tsx'
import css from './LogList.module.css'

export interface LogEntry {
  key: string | number
  /** Who did it, or what it was. */
  by: ReactNode
  /** As shown, zone included. */
  time: string
  /** Stands between the head and the text: from where it came, what to beware of. */
  note?: ReactNode
  text?: ReactNode
  /** The text is an aside, such as 'Delivered · AWS'. */
  isMuted?: boolean
  tags?: readonly string[]
  /** What came with it, under the text. */
  extra?: ReactNode
  /** Buttons of this entry. */
  actions?: ReactNode
}

/** A history, newest first as given; says 'No record found' when it is empty. */
export function LogList({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0) return <EmptyState kind="list" />
  return (
    <ul className={css.log}>
      {entries.map((entry) => (
        <li key={entry.key} className={css.entry}>
          <div className={css.head}>
            <b className={css.by}>{entry.by}</b>
            <span className={css.time}>{entry.time}</span>
          </div>
          {entry.note && <div className={css.lead}>{entry.note}</div>}
          {entry.text && <p className={entry.isMuted ? css.quiet : css.text}>{entry.text}</p>}
          {entry.tags && entry.tags.length > 0 && (
            <div className={css.tags}>
              {entry.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </div>
          )}
          {entry.extra}
          {entry.actions && <div className={css.tags}>{entry.actions}</div>}
        </li>
      ))}
    </ul>
  )
}
