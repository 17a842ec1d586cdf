import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Tag } from './Tag.tsx'
import css from './facts.module.css'

export interface LogEntry {
  key: string | number
  /** Who did it, or what happened. */
  by: ReactNode
  /** As shown, in the zone that the list's heading names. */
  time: string
  /** Shown between header and text: the sender's address or a warning. */
  note?: ReactNode
  text?: ReactNode
  /** The text is secondary, such as 'Delivered · AWS'. */
  isMuted?: boolean
  tags?: readonly string[]
  /** Shown under the text, such as attachments. */
  extra?: ReactNode
  /** Buttons of this entry. */
  actions?: ReactNode
}

/** A history in the given order; says 'No record found' when it is empty. */
export function LogList({ entries }: { entries: readonly LogEntry[] }) {
  if (entries.length === 0) return <EmptyState kind="list" />
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.key} className={`small tight ruled ${css.entry}`}>
          <div className={`flex gap-8 ${css.head}`}>
            <b className={`break-words medium ${css.by}`}>{entry.by}</b>
            <span className="push-end nowrap faint tiny">{entry.time}</span>
          </div>
          {entry.note && <div className={`row wrap break-words faint ${css.lead}`}>{entry.note}</div>}
          {entry.text && <p className={entry.isMuted ? `faint ${css.quiet}` : css.text}>{entry.text}</p>}
          {entry.tags && entry.tags.length > 0 && (
            <div className={`flex wrap gap-4 ${css.tags}`}>
              {entry.tags.map((tag) => (
                <Tag key={tag}>{tag}</Tag>
              ))}
            </div>
          )}
          {entry.extra}
          {entry.actions && <div className={`flex wrap gap-4 ${css.tags}`}>{entry.actions}</div>}
        </li>
      ))}
    </ul>
  )
}
