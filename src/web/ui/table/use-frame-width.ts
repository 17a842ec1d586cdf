import { useLayoutEffect, useState, type RefObject } from 'react'

/** px of width in which a frame shows its content, known before the first paint; 0 until then. */
export function useFrameWidth(frame: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [frame])
  return width
}
