import type { ReactNode } from 'react'
import css from './labels.module.css'

interface TagProps {
  /** `attention` is highlighted, `priority` more strongly; `news` marks input from outside. */
  tone?: 'neutral' | 'attention' | 'priority' | 'news'
  children: ReactNode
}

export function Tag({ tone = 'neutral', children }: TagProps) {
  return <span className={css[tone]}>{children}</span>
}
