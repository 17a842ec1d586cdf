import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { formatCount } from './format-count.ts'
import { Skeleton } from './Skeleton.tsx'
import css from './heading.module.css'

interface TilesProps {
  /** Names the navigation. */
  label: string
  /** `desk`: the five of the dashboard in a row; `months`: twelve, four in a row. */
  layout?: 'desk' | 'months'
  children: ReactNode
}

/** A row or a grid of tiles. */
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
  /** `undefined` while it is not known. */
  count: number | undefined
  /** The list below shows this tile's orders. */
  isCurrent?: boolean
}

/** A link to a list with its count. */
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
