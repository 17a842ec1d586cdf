import { useEffect, useRef, useState } from 'react'
import css from './header.module.css'

const tabs = [
  { id: 'facts', label: 'Facts' },
  { id: 'upload', label: 'Upload' },
  { id: 'comment', label: 'Comment' },
  { id: 'time-line', label: 'History' },
] as const
type TabId = (typeof tabs)[number]['id']

/** px */
const SCROLL_TOLERANCE = 4

/** The tab of the last section above the upper third of the window. */
function tabAtScrollPosition(): TabId {
  const { scrollHeight } = document.documentElement
  const atEnd = window.scrollY + window.innerHeight >= scrollHeight - 2
  const threshold = atEnd ? Infinity : window.innerHeight / 3
  const passedTabs = tabs
    .map(({ id }) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top ?? Infinity }))
    .filter(({ top }) => top <= threshold && top < Infinity)
    .toSorted((a, b) => a.top - b.top)
  return passedTabs.at(-1)?.id ?? 'facts'
}

/** Keeps the pressed tab until the page is scrolled, because a short section never reaches the threshold. */
function useCurrentTab(): [TabId, (pressedTab: TabId) => void] {
  const [current, setCurrent] = useState<TabId>('facts')
  const pressedTab = useRef<{ id: TabId; y: number }>(null)
  useEffect(() => {
    const find = () => {
      if (pressedTab.current && Math.abs(window.scrollY - pressedTab.current.y) > SCROLL_TOLERANCE)
        pressedTab.current = null
      setCurrent(pressedTab.current?.id ?? tabAtScrollPosition())
    }
    // Deferred, because reading positions now would force a layout before the first frame.
    const frame = requestAnimationFrame(find)
    window.addEventListener('scroll', find, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', find)
    }
  }, [])
  const handlePress = (id: TabId) => {
    setCurrent(id)
    // The link scrolls after its click handler; a comparison with NaN is false until then.
    pressedTab.current = { id, y: NaN }
    requestAnimationFrame(() => (pressedTab.current = { id, y: window.scrollY }))
  }
  return [current, handlePress]
}

export function SectionTabs() {
  const [current, handlePress] = useCurrentTab()
  return (
    <nav className={css.tabs} aria-label="Sections">
      {tabs.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          className={css.tab}
          aria-current={id === current || undefined}
          onClick={() => handlePress(id)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
