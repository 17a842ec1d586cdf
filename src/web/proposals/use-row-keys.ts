import { useEffect, type RefObject } from 'react'
import { useLatestCallback } from '#web/lib/use-latest-callback.ts'
import { moveFocus } from './row-focus.ts'

interface RowHandlers {
  /** The row in which the focus is, or that was clicked. */
  onCurrent: (id: number) => void
  /** Enter on a row's box. */
  onSend: () => void
}

/** The keys of the list: they are its rows' boxes' own, so that Enter in a field sends nothing. */
export function useRowKeys(list: RefObject<HTMLElement | null>, { onCurrent, onSend }: RowHandlers): void {
  const tellCurrent = useLatestCallback(onCurrent)
  const send = useLatestCallback(onSend)
  useEffect(() => {
    const root = list.current
    if (!root) return
    const handleCurrent = ({ target }: Event) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-proposal]') : null
      if (row) tellCurrent(Number(row.dataset['proposal']))
    }
    const handleKey = (event: KeyboardEvent) => {
      const { target, key, repeat } = event
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return
      if (key === 'Enter') {
        event.preventDefault()
        if (!repeat) send()
      } else if (moveFocus(root, target, key)) event.preventDefault()
    }
    root.addEventListener('focusin', handleCurrent)
    root.addEventListener('pointerdown', handleCurrent)
    root.addEventListener('keydown', handleKey)
    return () => {
      root.removeEventListener('focusin', handleCurrent)
      root.removeEventListener('pointerdown', handleCurrent)
      root.removeEventListener('keydown', handleKey)
    }
  }, [list, tellCurrent, send])
}
