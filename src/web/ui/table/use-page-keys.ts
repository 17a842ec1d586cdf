import { useHotkeys } from '@mantine/hooks'
import type { RefObject } from 'react'

/** While nothing has the focus, the keys that move a row begin at the table's first one (design, Keyboard). */
export function usePageKeys(table: RefObject<HTMLTableElement | null>): void {
  useHotkeys(
    ['j', 'k', 'ArrowDown', 'ArrowUp'].map((key) => [
      key,
      () => {
        if (document.activeElement !== document.body) return
        table.current?.focus()
        table.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
      },
      { preventDefault: false },
    ]),
  )
}
