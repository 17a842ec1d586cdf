import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { Tag } from './Tag.tsx'
import css from './facts.module.css'

export interface LogEntry {
  key: string | number
  by: ReactNode
  /** Formatted, in the zone of the list's heading. */
  time: string
  /** Between header and text, such as the sender's address. */
  note?: ReactNode
  text?: ReactNode
  isMuted?: boolean
  tags?: readonly string[]
  /** Under the text, such as attachments. */
  extra?: ReactNode
  actions?: ReactNode
}

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
