import type { ReactNode } from 'react'
import css from './Tag.module.css'

interface TagProps {
  tone?: 'neutral' | 'priority'
  children: ReactNode
}

/** A small label: a mode, a flag of a comment. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={css[tone]}>{children}</span>
}
