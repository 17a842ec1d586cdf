import { useHotkeys } from '@mantine/hooks'
import type { RefObject } from 'react'

/** Also one that has not taken the focus yet: the key closes it, and what is chosen stays. */
const isDialogOpen = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null

/** The keys of a queue beside its table's own: Escape chooses none, j and k go to the table (design, Keyboard). */
export function useQueueShortcuts(container: RefObject<HTMLElement | null>, onEscape: () => void) {
  const table = () => container.current?.querySelector<HTMLElement>('[role="grid"]')

  useHotkeys([['Escape', () => !isDialogOpen() && onEscape()]], [])
  useHotkeys(
    ['j', 'k', 'ArrowDown', 'ArrowUp'].map((key) => [
      key,
      () => document.activeElement === document.body && table()?.focus(),
      { preventDefault: false },
    ]),
  )

  /** After a row has left, so that the keys go on with the next one. */
  const focusTable = () => requestAnimationFrame(() => table()?.focus({ preventScroll: true }))
  return { focusTable }
}
