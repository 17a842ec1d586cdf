import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Count } from './Count.tsx'
import css from './DeskTabs.module.css'

export interface DeskTab {
  href: string
  label: string
  /** `undefined` while it is not known. */
  count: number | undefined
  current?: boolean
}

interface DeskTabsProps {
  /** Names the navigation. */
  label: string
  tabs: readonly DeskTab[]
}

/** The queues of the desk as a line of tabs. */
export function DeskTabs({ label, tabs }: DeskTabsProps) {
  const nav = useRef<HTMLElement>(null)
  const current = tabs.find((tab) => tab.current)?.href

  // On a phone not all of them fit.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])

  return (
    <nav className={css.tabs} aria-label={label} ref={nav}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={css.tab}
          aria-current={tab.current ? 'page' : undefined}
        >
          {tab.label} <Count value={tab.count} className={css.count} />
        </Link>
      ))}
    </nav>
  )
}
