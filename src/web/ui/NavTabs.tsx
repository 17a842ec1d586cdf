import { Link } from 'wouter'
import { Count } from './Count.tsx'
import css from './navigation.module.css'

interface NavTab {
  href: string
  label: string
  /** `undefined` while loading. */
  count: number | undefined
  isCurrent: boolean
}

interface NavTabsProps {
  label: string
  tabs: readonly NavTab[]
}

/** Not `scrollIntoView`, which also moves the starting point of the Tab key. */
function scrollTabIntoView(tab: HTMLAnchorElement | null) {
  const line = tab?.parentElement
  if (tab && line) line.scrollTo({ left: tab.offsetLeft + tab.offsetWidth - line.clientWidth })
}

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
