import type { ReactNode } from 'react'
import css from './cards.module.css'

interface PageColumnsProps {
  /** A narrow column with a form. */
  start: ReactNode
  /** Beside it, or below it on narrow screens. */
  children?: ReactNode
}

export const PageColumns = ({ start, children }: PageColumnsProps) => (
  <div className={css.columns}>
    <div>{start}</div>
    {children && <div className="shrinkable">{children}</div>}
  </div>
)
