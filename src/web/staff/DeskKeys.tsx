import { useHotkeys } from '@mantine/hooks'
import { useStartNext } from '#web/orders/use-start-next.ts'
import { isDialogOpen } from '#web/ui/is-dialog-open.ts'

/** The keys that do the same on every page (design, Keyboard). */
export function DeskKeys() {
  const { startNext } = useStartNext()
  useHotkeys([['n', ({ repeat }) => !repeat && !isDialogOpen() && startNext()]])
  return null
}
