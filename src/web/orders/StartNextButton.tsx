import { Button } from '@mantine/core'
import { Kbd } from '#web/ui/Kbd.tsx'
import { useStartNext } from './use-start-next.ts'

/** Opens the most urgent order. `isMain` makes it the page's primary button. */
export function StartNextButton({ isMain }: { isMain: boolean }) {
  const { startNext, busy } = useStartNext()
  return (
    <Button
      variant={isMain ? 'filled' : 'default'}
      aria-keyshortcuts="n"
      aria-disabled={busy}
      onClick={startNext}
    >
      Start next <Kbd>n</Kbd>
    </Button>
  )
}
