import { KeyButton } from '#web/ui/KeyButton.tsx'

interface NextOrderButtonProps {
  /** Start next. */
  onNext: () => void
  /** The next order is one of the journey. */
  isOfJourney: boolean
  fullWidth?: boolean
}

export const NextOrderButton = ({ onNext, isOfJourney, fullWidth = false }: NextOrderButtonProps) => (
  <KeyButton variant="filled" fullWidth={fullWidth} action="startNext" onClick={onNext}>
    {isOfJourney ? 'Next of the journey' : 'Next order'}
  </KeyButton>
)
