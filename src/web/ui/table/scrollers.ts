import { useMemo, type RefObject } from 'react'
import type { Scroller } from './use-visible-rows.ts'

/** px; the sticky header above the rows. */
const HEAD_HEIGHT = 38

export function useFrameScroller(frame: RefObject<HTMLElement | null>): Scroller {
  return useMemo(
    () => ({
      element: () => frame.current,
      eventTarget: () => frame.current,
      top: () => frame.current?.scrollTop ?? 0,
      scrollBy: (distance) => {
        frame.current?.scrollBy(0, distance)
      },
      viewHeight: () => Math.max(0, (frame.current?.clientHeight ?? 0) - HEAD_HEIGHT),
    }),
    [frame],
  )
}

export function useWindowScroller(list: RefObject<HTMLElement | null>): Scroller {
  return useMemo(
    () => ({
      element: () => list.current,
      eventTarget: () => window,
      top: () => -(list.current?.getBoundingClientRect().top ?? 0),
      scrollBy: (distance) => {
        window.scrollBy(0, distance)
      },
      viewHeight: () => window.innerHeight,
    }),
    [list],
  )
}
