import { Link } from 'wouter'
import { Count } from './Count.tsx'
import css from './navigation.module.css'

interface NavTab {
  href: string
  label: string
  /** `undefined` while it is not known. */
  count: number | undefined
  isCurrent: boolean
}

interface NavTabsProps {
  /** Names the navigation. */
  label: string
  tabs: readonly NavTab[]
}

/** On a phone not all tabs fit. `scrollIntoView` would also move the place from which the Tab key goes on. */
function scrollTabIntoView(tab: HTMLAnchorElement | null) {
  const line = tab?.parentElement
  if (tab && line) line.scrollTo({ left: tab.offsetLeft + tab.offsetWidth - line.clientWidth })
}

/** Links with counts as a line of tabs. */
export function NavTabs({ label, tabs }: NavTabsProps) {
  return (
    <nav className={css.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.href}
          href={tab.href}
          className={`row gap-6 nowrap muted small medium ${css.tab}`}
          aria-current={tab.isCurrent ? 'page' : undefined}
          ref={tab.isCurrent ? scrollTabIntoView : undefined}
        >
          {tab.label} <Count value={tab.count} className={`faint ${css.tabCount}`} />
        </Link>
      ))}
    </nav>
  )
}
