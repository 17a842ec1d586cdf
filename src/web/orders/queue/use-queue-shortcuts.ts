import { useHotkeys } from '@mantine/hooks'
import type { RefObject } from 'react'
import { wasDialogOpen } from '#web/ui/is-dialog-open.ts'

/** The keys of a queue beside its table's own: Escape chooses none (design, Keyboard). */
export function useQueueShortcuts(container: RefObject<HTMLElement | null>, onEscape: () => void) {
  const table = () => container.current?.querySelector<HTMLElement>('[role="grid"]')

  // What it closes is the dialog: what is chosen stays.
  useHotkeys([['Escape', () => !wasDialogOpen() && onEscape()]], [])
  /** After a row has left, so that the keys go on with the next one. */
  const focusTable = () => requestAnimationFrame(() => table()?.focus({ preventScroll: true }))
  return { focusTable }
}
