import { useEffect, useRef, useState } from 'react'
import css from './JumpTabs.module.css'

const tabs = [
  { id: 'facts', label: 'Facts' },
  { id: 'upload', label: 'Upload' },
  { id: 'comment', label: 'Comment' },
  { id: 'messages', label: 'Messages' },
  { id: 'history', label: 'History' },
] as const
type TabId = (typeof tabs)[number]['id']

/** px */
const SAME_PLACE = 4

/** The tab of the last section above the upper third of the window. */
function passedTab(): TabId {
  const { scrollHeight } = document.documentElement
  const atEnd = window.scrollY + window.innerHeight >= scrollHeight - 2
  const line = atEnd ? Infinity : window.innerHeight / 3
  const passed = tabs.filter(({ id }) => {
    const section = document.getElementById(id)
    return section !== null && section.getBoundingClientRect().top <= line
  })
  return passed.at(-1)?.id ?? 'facts'
}

/** The pressed tab until the page is scrolled, because a short section never reaches the threshold itself. */
function useCurrentTab(): [TabId, (pressed: TabId) => void] {
  const [current, setCurrent] = useState<TabId>('facts')
  const pressed = useRef<{ id: TabId; y: number }>(null)
  useEffect(() => {
    const find = () => {
      if (pressed.current && Math.abs(window.scrollY - pressed.current.y) > SAME_PLACE) pressed.current = null
      setCurrent(pressed.current?.id ?? passedTab())
    }
    find()
    window.addEventListener('scroll', find, { passive: true })
    return () => window.removeEventListener('scroll', find)
  }, [])
  const press = (id: TabId) => {
    setCurrent(id)
    // The link scrolls only after its click handler; NaN never counts as moved until then.
    pressed.current = { id, y: NaN }
    requestAnimationFrame(() => (pressed.current = { id, y: window.scrollY }))
  }
  return [current, press]
}

/** Links to the sections of the page on small screens. */
export function JumpTabs() {
  const [current, press] = useCurrentTab()
  return (
    <nav className={css.tabs} aria-label="Sections">
      {tabs.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          className={css.tab}
          aria-current={id === current || undefined}
          onClick={() => press(id)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
