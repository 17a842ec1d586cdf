import type { ReactNode } from 'react'
import css from './privacy.module.css'

interface ActionNoteProps {
  children: ReactNode
  note: string
}

export const ActionNote = ({ children, note }: ActionNoteProps) => (
  <div className={`row wrap ${css.line}`}>
    {children}
    <span className="muted small">{note}</span>
  </div>
)
