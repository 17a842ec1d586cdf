import type { ReactNode } from 'react'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Icon } from './Icon.tsx'
import { KeyButton } from './KeyButton.tsx'
import css from './heading.module.css'

interface PageHeadingProps {
  children: ReactNode
  /** As in '312 mails'. */
  count?: ReactNode
  /** 2 if the page's h1 is elsewhere. */
  level?: 1 | 2
  onRefresh?: (() => void) | undefined
  isRefreshing?: boolean
  start?: ReactNode
  /** The page's main action, before Refresh. */
  main?: ReactNode
  end?: ReactNode
}

/** Refresh is beside the heading, where toasts do not cover it. */
export function PageHeading({
  children,
  count,
  level = 1,
  onRefresh,
  isRefreshing,
  start,
  main,
  end,
}: PageHeadingProps) {
  useShortcuts({ refresh: onRefresh })
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={`row gap-8 ${css.bar}`}>
      {start}
      <Heading className={css.heading}>{children}</Heading>
      {count !== undefined && <span className={`nowrap faint small ${css.headingCount}`}>{count}</span>}
      <div className={`row gap-8 ${css.end}`}>
        {main}
        {onRefresh && (
          <KeyButton
            leftSection={<Icon name="refresh" className={isRefreshing ? css.turning : undefined} />}
            onClick={onRefresh}
            aria-busy={isRefreshing}
            action="refresh"
          >
            Refresh
          </KeyButton>
        )}
        {end}
      </div>
    </div>
  )
}
