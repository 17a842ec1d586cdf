import type { ReactNode } from 'react'
import css from './heading.module.css'

interface CompactEntryProps {
  title: ReactNode
  secondLine: ReactNode
  thirdLine: ReactNode
}

/** A row on a phone: three lines, truncated instead of wrapped. */
export function CompactEntry({ title, secondLine, thirdLine }: CompactEntryProps) {
  return (
    <>
      <p className={`truncate medium ${css.title}`}>{title}</p>
      <p className={`row gap-10 nowrap muted small ${css.line}`}>{secondLine}</p>
      <p className={`row gap-10 nowrap muted small ${css.line}`}>{thirdLine}</p>
    </>
  )
}
