import { useShortcuts } from '#web/lib/shortcuts.ts'
import { KeyButton } from '#web/ui/KeyButton.tsx'

interface NextOrderButtonProps {
  onNext: () => void
  /** The next waiting order of the journey, which comes before the most urgent order. */
  onNextOfJourney: (() => void) | undefined
  fullWidth?: boolean
}

export function NextOrderButton({ onNext, onNextOfJourney, fullWidth = false }: NextOrderButtonProps) {
  useShortcuts({ startNext: onNextOfJourney })
  return (
    <KeyButton variant="filled" fullWidth={fullWidth} action="startNext" onClick={onNextOfJourney ?? onNext}>
      {onNextOfJourney ? 'Next of the journey' : 'Next order'}
    </KeyButton>
  )
}
