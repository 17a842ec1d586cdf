import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import css from './PageHeading.module.css'

interface PageHeadingProps {
  children: ReactNode
  /** What follows the heading in grey, as in '312 orders'. */
  count?: ReactNode
  /** 2 where the page has its title elsewhere. */
  level?: 1 | 2
  onRefresh?: (() => void) | undefined
  isRefreshing?: boolean
  /** Stands before the heading: a Back button. */
  start?: ReactNode
  /** Stands behind Refresh. */
  end?: ReactNode
}

/** The heading of a page with its count; Refresh stands beside it, where no toast covers it. */
export function PageHeading({
  children,
  count,
  level = 1,
  onRefresh,
  isRefreshing,
  start,
  end,
}: PageHeadingProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={css.bar}>
      {start}
      <Heading className={css.heading}>{children}</Heading>
      {count !== undefined && <span className={css.count}>{count}</span>}
      <div className={css.end}>
        {onRefresh && (
          <Button
            leftSection={<Icon name="refresh" className={isRefreshing ? css.turning : undefined} />}
            onClick={onRefresh}
            aria-busy={isRefreshing}
          >
            Refresh
          </Button>
        )}
        {end}
      </div>
    </div>
  )
}
