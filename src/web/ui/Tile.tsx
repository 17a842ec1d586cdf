import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount } from './format-count.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './heading.module.css'

interface TilesProps {
  label: string
  /** `desk`: the dashboard's five in a row; `months`: twelve, four per row. */
  layout?: 'desk' | 'months'
  children: ReactNode
}

export function Tiles({ label, layout = 'desk', children }: TilesProps) {
  return (
    <nav className={css[layout]} aria-label={label}>
      {children}
    </nav>
  )
}

interface TileProps {
  href: string
  label: string
  /** `undefined` while loading. */
  count: number | undefined
  /** The list below shows this tile's orders. */
  isCurrent?: boolean
}

export function Tile({ href, label, count, isCurrent = false }: TileProps) {
  return (
    <Link href={href} className={css.tile} aria-current={isCurrent ? 'page' : undefined}>
      <span className="muted small tight medium">{label}</span>
      <b className={`medium ${css.count}`}>
        {count === undefined ? <Skeleton width={56} height={20} /> : formatCount(count)}
      </b>
    </Link>
  )
}
