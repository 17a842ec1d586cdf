import { useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react'

type Key = string | number | undefined

interface Place {
  key: Key
  /** Since when this one stands there, ms as of `performance.now`. */
  since: number
}

const isMouse = ({ nativeEvent }: MouseEvent) =>
  !('pointerType' in nativeEvent) || nativeEvent.pointerType === 'mouse'

const indexOf = (target: EventTarget) =>
  target instanceof Element
    ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN)
    : NaN

/**
 * Ignores a click on a row or button that came under the pointer after the pointer last moved: it was meant for the one
 * before. Clicks by key or finger always count. `items`: those rendered, each with its `data-index` and its key.
 */
export function usePointerGuard(items: readonly (readonly [index: number, key: Key])[]) {
  const places = useRef(new Map<number, Place>())
  const lastMove = useRef(0)

  useLayoutEffect(() => {
    for (const [index, key] of items) {
      const place = places.current.get(index)
      if (!place || place.key !== key) places.current.set(index, { key, since: performance.now() })
    }
  })
  useEffect(() => {
    const onMove = ({ timeStamp }: PointerEvent) => {
      lastMove.current = timeStamp
    }
    window.addEventListener('pointermove', onMove, { passive: true })
    return () => window.removeEventListener('pointermove', onMove)
  }, [])

  const onClickCapture = (event: MouseEvent) => {
    if (event.detail === 0 || !isMouse(event)) return
    const place = places.current.get(indexOf(event.target))
    if (!place || place.since <= lastMove.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onClickCapture }
}
