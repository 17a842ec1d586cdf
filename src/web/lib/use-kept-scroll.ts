import { useLayoutEffect, type RefObject } from 'react'

interface Place {
  frame: number
  window: number
}

const keyOf = (address: string) => `scroll ${address}`

const nowhere: Place = { frame: 0, window: 0 }

function keptAt(address: string): Place {
  try {
    return { ...nowhere, ...(JSON.parse(sessionStorage.getItem(keyOf(address)) ?? '{}') as Partial<Place>) }
  } catch {
    return nowhere
  }
}

/** A link begins at the top of its page; only Back, Forward and a reload come to where one was. Called once. */
export function beginLinksAtTop(): void {
  window.addEventListener('pushState', () => {
    sessionStorage.removeItem(keyOf(location.pathname + location.search))
    window.scrollTo(0, 0)
  })
}

/** The list in `place` scrolls in the one element that it holds, on a phone with the window. */
const frameOf = (place: HTMLElement | null) => place?.firstElementChild ?? null

/**
 * Keeps where a list was scrolled to under its address, and goes there again once its rows are there. `shown` changes
 * when other rows take their place.
 */
export function useKeptScroll(place: RefObject<HTMLElement | null>, shown: string | null) {
  useLayoutEffect(() => {
    if (shown === null) return undefined
    const address = location.pathname + location.search
    const { frame, window: top } = keptAt(address)
    // The table has measured itself by then, and is as high as its rows.
    const restoring = requestAnimationFrame(() => {
      frameOf(place.current)?.scrollTo(0, frame)
      window.scrollTo(0, top)
    })
    const keep = () => {
      if (location.pathname + location.search !== address) return
      const now: Place = { frame: frameOf(place.current)?.scrollTop ?? 0, window: window.scrollY }
      sessionStorage.setItem(keyOf(address), JSON.stringify(now))
    }
    document.addEventListener('scrollend', keep, { capture: true, passive: true })
    return () => {
      cancelAnimationFrame(restoring)
      document.removeEventListener('scrollend', keep, { capture: true })
    }
  }, [place, shown])
}
