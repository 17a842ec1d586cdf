import { useLayoutEffect, type RefObject } from 'react'
import { tryToStore } from './storage.ts'

interface ScrollPosition {
  frame: number
  window: number
}

/** FNV-1a, 32 bits. A digest, because the address may hold a search for a customer's name. */
function keyOf(address: string): string {
  let digest = 0x811c9dc5
  for (const byte of new TextEncoder().encode(address)) digest = Math.imul(digest ^ byte, 0x01000193)
  return `scroll ${(digest >>> 0).toString(36)}`
}

const topPosition: ScrollPosition = { frame: 0, window: 0 }

function storedPosition(address: string): ScrollPosition {
  try {
    const stored: Partial<ScrollPosition> = JSON.parse(sessionStorage.getItem(keyOf(address)) ?? '{}')
    return { ...topPosition, ...stored }
  } catch {
    return topPosition
  }
}

export const backNavigation = { isBack: true }
const isBackNavigation = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isBack' in state && state.isBack === true

/** Scrolls to the top on a link; a Back link, history navigation and a reload keep the position. Call once. */
export function scrollToTopOnNavigation(): void {
  window.addEventListener('pushState', () => {
    if (isBackNavigation(history.state)) return
    sessionStorage.removeItem(keyOf(location.pathname + location.search))
    window.scrollTo(0, 0)
  })
}

/** The list's own scroll frame; on a phone the window scrolls. */
const scrollFrameOf = (container: HTMLElement | null) => container?.querySelector('[data-scrolls]') ?? null

/**
 * Saves the scroll position of a list and restores it once its rows are loaded. `rowsKey` changes when other rows
 * replace them.
 */
export function useScrollRestoration(container: RefObject<HTMLElement | null>, rowsKey: string | null) {
  useLayoutEffect(() => {
    if (rowsKey === null) return undefined
    const address = location.pathname + location.search
    const { frame, window: top } = storedPosition(address)
    // By then the table has its full height.
    const restoreFrame = requestAnimationFrame(() => {
      scrollFrameOf(container.current)?.scrollTo(0, frame)
      window.scrollTo(0, top)
    })
    const savePosition = () => {
      if (location.pathname + location.search !== address) return
      const now: ScrollPosition = {
        frame: scrollFrameOf(container.current)?.scrollTop ?? 0,
        window: window.scrollY,
      }
      tryToStore(sessionStorage, keyOf(address), JSON.stringify(now))
    }
    document.addEventListener('scrollend', savePosition, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(restoreFrame)
      document.removeEventListener('scrollend', savePosition, { capture: true })
    }
  }, [container, rowsKey])
}
