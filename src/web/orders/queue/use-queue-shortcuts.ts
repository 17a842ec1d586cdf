import { useWindowEvent } from '@mantine/hooks'
import type { RefObject } from 'react'
import { isComposing } from '#web/lib/key-reading.ts'
import { wasDialogOpen } from '#web/ui/is-dialog-open.ts'

/** Escape clears the selection (design, Keyboard); the table has its own keys. */
export function useQueueShortcuts(container: RefObject<HTMLElement | null>, onEscape: () => void) {
  const table = () => container.current?.querySelector<HTMLElement>('[role="grid"]')

  // Escape in a dialog closes only the dialog.
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && !isComposing(event) && !wasDialogOpen()) onEscape()
  })
  /** Returns the focus to the table after a row or button has gone. */
  const focusTable = () => requestAnimationFrame(() => table()?.focus({ preventScroll: true }))
  return { focusTable }
}
