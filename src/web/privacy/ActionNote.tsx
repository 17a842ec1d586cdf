import type { ReactNode } from 'react'
import css from './ActionNote.module.css'

interface ActionNoteProps {
  /** The button. */
  children: ReactNode
  note: string
}

/** The button below a dry run, and what follows from it. */
export const ActionNote = ({ children, note }: ActionNoteProps) => (
  <div className={css.line}>
    {children}
    <span className={css.note}>{note}</span>
  </div>
)
