import { Button } from '@mantine/core'
import { Kbd } from '#web/ui/Kbd.tsx'

interface NextOrderButtonProps {
  /** Start next. */
  onNext: () => void
  /** The next order is one of the journey. */
  isOfJourney: boolean
  fullWidth?: boolean
}

export const NextOrderButton = ({ onNext, isOfJourney, fullWidth = false }: NextOrderButtonProps) => (
  <Button variant="filled" fullWidth={fullWidth} aria-keyshortcuts="n" onClick={onNext}>
    {isOfJourney ? 'Next of the journey' : 'Next order'} <Kbd>n</Kbd>
  </Button>
)
