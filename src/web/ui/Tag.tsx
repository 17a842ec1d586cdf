import type { ReactNode } from 'react'
import css from './labels.module.css'

interface TagProps {
  /** `attention` is highlighted, `priority` more strongly; `news` came from outside. */
  tone?: 'neutral' | 'attention' | 'priority' | 'news'
  children: ReactNode
}

/** A small label: a mode, a flag of a comment, an open task. */
export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={css[tone]}>{children}</span>
}
