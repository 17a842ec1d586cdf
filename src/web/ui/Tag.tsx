import type { ReactNode } from 'react'
import css from './Tag.module.css'

interface TagProps {
  /** `attention` stands out, `priority` presses. */
  tone?: 'neutral' | 'attention' | 'priority'
  children: ReactNode
}

/** A small label: a mode, a flag of a comment, what is still to be done. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={css[tone]}>{children}</span>
}
