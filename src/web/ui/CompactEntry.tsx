import type { ReactNode } from 'react'
import css from './CompactEntry.module.css'

interface CompactEntryProps {
  title: ReactNode
  second: ReactNode
  third: ReactNode
}

/** What a row says on a phone: three lines, each cut rather than wrapped. */
export function CompactEntry({ title, second, third }: CompactEntryProps) {
  return (
    <>
      <p className={css.title}>{title}</p>
      <p className={css.line}>{second}</p>
      <p className={css.line}>{third}</p>
    </>
  )
}
