import { Link } from 'wouter'
import { Count } from './Count.tsx'
import css from './DeskTabs.module.css'

interface DeskTab {
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

/** On a phone not all tabs fit. `scrollIntoView` would also move the place from which the Tab key goes on. */
function bringIntoView(tab: HTMLAnchorElement | null) {
  const line = tab?.parentElement
  if (tab && line) line.scrollTo({ left: tab.offsetLeft + tab.offsetWidth - line.clientWidth })
}

/** The queues of the desk as a line of tabs. */
export function DeskTabs({ label, tabs }: DeskTabsProps) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={css.tab}
          aria-current={tab.current ? 'page' : undefined}
          ref={tab.current ? bringIntoView : undefined}
        >
          {tab.label} <Count value={tab.count} className={css.count} />
        </Link>
      ))}
    </nav>
  )
}
