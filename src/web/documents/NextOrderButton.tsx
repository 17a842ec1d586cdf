import { Button } from '@mantine/core'
import { useShortcuts } from '#web/lib/shortcuts.ts'
import { Kbd } from '#web/ui/Kbd.tsx'

interface NextOrderButtonProps {
  onNext: () => void
  /** The next waiting order of the journey, which comes before the most urgent order. */
  onNextOfJourney: (() => void) | undefined
  fullWidth?: boolean
}

export function NextOrderButton({ onNext, onNextOfJourney, fullWidth = false }: NextOrderButtonProps) {
  useShortcuts({ startNext: onNextOfJourney })
  return (
    <Button variant="filled" fullWidth={fullWidth} aria-keyshortcuts="n" onClick={onNextOfJourney ?? onNext}>
      {onNextOfJourney ? 'Next of the journey' : 'Next order'} <Kbd>n</Kbd>
    </Button>
  )
}
