import type { ReactNode } from 'react'
import css from './frame.module.css'

/** The row between a heading and its table: the search and the bulk action bar, for which space is reserved. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={`row gap-12 ${css.tools}`}>{children}</div>
}
