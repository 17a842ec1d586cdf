import type { ReactNode } from 'react'
import css from './cards.module.css'

interface PageColumnsProps {
  /** A narrow column of cards: a form. */
  start: ReactNode
  /** Content beside it, or below it on narrow screens. */
  children?: ReactNode
}

/** The cards of a settings page, below its heading. */
export const PageColumns = ({ start, children }: PageColumnsProps) => (
  <div className={css.columns}>
    <div>{start}</div>
    {children && <div className="shrinkable">{children}</div>}
  </div>
)
