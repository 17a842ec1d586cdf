import { KeyButton } from '#web/ui/KeyButton.tsx'
import { useStartNext } from './use-start-next.ts'

/** Opens the most urgent order. `isMain` makes it the page's primary button. */
export function StartNextButton({ isMain }: { isMain: boolean }) {
  const { startNext, busy } = useStartNext()
  return (
    <KeyButton
      variant={isMain ? 'filled' : 'default'}
      action="startNext"
      aria-disabled={busy}
      onClick={startNext}
    >
      Start next
    </KeyButton>
  )
}
