import { Button } from '@mantine/core'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Kbd } from '#web/ui/Kbd.tsx'

interface NextOrderButtonProps {
  /** Opens the most urgent order. */
  onNext: () => void
  /** Opens the next order of the journey, while one waits: it comes before the most urgent. */
  onNextOfJourney: (() => void) | undefined
  fullWidth?: boolean
}

/** What one does once an order is done; its key leads where it leads. */
export function NextOrderButton({ onNext, onNextOfJourney, fullWidth = false }: NextOrderButtonProps) {
  useShortcuts({ startNext: onNextOfJourney })
  return (
    <Button variant="filled" fullWidth={fullWidth} aria-keyshortcuts="n" onClick={onNextOfJourney ?? onNext}>
      {onNextOfJourney ? 'Next of the journey' : 'Next order'} <Kbd>n</Kbd>
    </Button>
  )
}
