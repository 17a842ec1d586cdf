import { useLayoutEffect, type RefObject } from 'react'

interface ScrollPosition {
  frame: number
  window: number
}

/** A digest of 32 bits (FNV-1a): the address of a list may hold a search, and a search a customer's name. */
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

/** The history state of a link that leads back to a list as it was left. */
export const backNavigation = { isBack: true }
const isBackNavigation = (state: unknown) =>
  typeof state === 'object' && state !== null && 'isBack' in state && state.isBack === true

/** A link begins at the top of its page; only a link back, Back, Forward and a reload come to where one was. Called once. */
export function scrollToTopOnNavigation(): void {
  window.addEventListener('pushState', () => {
    if (isBackNavigation(history.state)) return
    sessionStorage.removeItem(keyOf(location.pathname + location.search))
    window.scrollTo(0, 0)
  })
}

/** A list scrolls in a frame of its own, on a phone with the window. */
const scrollFrameOf = (container: HTMLElement | null) => container?.querySelector('[data-scrolls]') ?? null

/**
 * Keeps where a list was scrolled to under a digest of its address, and goes there again once its rows are there. `shown` changes
 * when other rows take their place.
 */
export function useScrollRestoration(container: RefObject<HTMLElement | null>, rowsKey: string | null) {
  useLayoutEffect(() => {
    if (rowsKey === null) return undefined
    const address = location.pathname + location.search
    const { frame, window: top } = storedPosition(address)
    // The table has measured itself by then, and is as high as its rows.
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
      sessionStorage.setItem(keyOf(address), JSON.stringify(now))
    }
    document.addEventListener('scrollend', savePosition, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(restoreFrame)
      document.removeEventListener('scrollend', savePosition, { capture: true })
    }
  }, [container, rowsKey])
}
