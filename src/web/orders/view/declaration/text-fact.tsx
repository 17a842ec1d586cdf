import type { Fact } from '#web/ui/Facts.tsx'
import { GivenText } from '#web/ui/GivenText.tsx'

/** A fact whose text keeps its own direction; one without text is hidden by Facts. */
export const textFact = (label: string, text: string | null | undefined, wide = false): Fact => ({
  label,
  value: text?.trim() && text !== '-' ? <GivenText>{text}</GivenText> : '',
  wide,
})
