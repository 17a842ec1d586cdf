import { useEffect, useState } from 'react'
import css from './JumpTabs.module.css'

const tabs = [
  { id: 'facts', label: 'Facts' },
  { id: 'upload', label: 'Upload' },
  { id: 'comment', label: 'Comment' },
  { id: 'messages', label: 'Messages' },
  { id: 'history', label: 'History' },
] as const
type TabId = (typeof tabs)[number]['id']

/** The tab whose section stands at the upper third of the window, the last one passed. */
function useCurrentTab(): TabId {
  const [current, setCurrent] = useState<TabId>('facts')
  useEffect(() => {
    const find = () => {
      const { scrollHeight } = document.documentElement
      const atEnd = window.scrollY + window.innerHeight >= scrollHeight - 2
      const line = atEnd ? Infinity : window.innerHeight / 3
      const passed = tabs.filter(({ id }) => {
        const section = document.getElementById(id)
        return section !== null && section.getBoundingClientRect().top <= line
      })
      setCurrent(passed.at(-1)?.id ?? 'facts')
    }
    find()
    window.addEventListener('scroll', find, { passive: true })
    return () => window.removeEventListener('scroll', find)
  }, [])
  return current
}

/** Leads to the parts of a long page on a small screen. */
export function JumpTabs() {
  const current = useCurrentTab()
  return (
    <nav className={css.tabs} aria-label="Sections">
      {tabs.map(({ id, label }) => (
        <a key={id} href={`#${id}`} className={css.tab} aria-current={id === current || undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
