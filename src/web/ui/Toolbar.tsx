import type { ReactNode } from 'react'
import css from './frame.module.css'

/** Between heading and table: search and bulk action bar, with reserved space. */
export function Toolbar({ children }: { children: ReactNode }) {
  return <div className={`row gap-12 ${css.tools}`}>{children}</div>
}
