import type { ReactNode } from 'react'
import css from './Toolbar.module.css'

/** The line between a heading and its table: the search, and beside it the bulk bar, whose place is kept free. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={css.tools}>{children}</div>
}
