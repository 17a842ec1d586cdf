import type { ReactNode } from 'react'
import { Link } from 'wouter'
import css from './cards.module.css'
import { Icon } from './Icon.tsx'

interface ListAndDetailProps {
  /** A `nav`. */
  list: ReactNode
  /** A narrow window then shows only the detail. */
  isChosen: boolean
  back: { href: string; label: string }
  children: ReactNode
}

export const ListAndDetail = ({ list, isChosen, back, children }: ListAndDetailProps) => (
  <div className={`stack ruled ${css.desk}`} data-chosen={isChosen || undefined}>
    {list}
    <div className={`shrinkable ${css.detail}`}>
      <Link href={back.href} className={`gap-4 small ${css.back}`}>
        <Icon name="left" /> {back.label}
      </Link>
      {children}
    </div>
  </div>
)
