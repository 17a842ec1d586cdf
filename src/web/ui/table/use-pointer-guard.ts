import { useEffect, useLayoutEffect, useRef, type MouseEvent } from 'react'

type RowKey = string | number | undefined

interface Place {
  key: RowKey
  /** Since when this row stands there, ms as of `performance.now`. */
  since: number
}

const isMouse = ({ nativeEvent }: MouseEvent) =>
  !('pointerType' in nativeEvent) || nativeEvent.pointerType === 'mouse'

const rowIndexOf = (target: EventTarget) =>
  target instanceof Element
    ? Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? NaN)
    : NaN

/**
 * Ignores a click on a row that came under the pointer after the pointer last moved: it was meant for the row
 * before. Clicks by key or finger always count. `rows`: those rendered, with their keys.
 */
export function usePointerGuard(rows: readonly (readonly [index: number, key: RowKey])[]) {
  const places = useRef(new Map<number, Place>())
  const lastMove = useRef(0)

  useLayoutEffect(() => {
    const since = performance.now()
    places.current = new Map(
      rows.map(([index, key]) => {
        const place = places.current.get(index)
        return [index, place?.key === key && place ? place : { key, since }]
      }),
    )
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
    const place = places.current.get(rowIndexOf(event.target))
    if (!place || place.since <= lastMove.current) return
    event.preventDefault()
    event.stopPropagation()
  }
  return { onClickCapture }
}
