import type { DescriptionItem } from '#web/ui/DescriptionList.tsx'
import { ExternalText } from '#web/ui/ExternalText.tsx'

/** A fact whose text keeps its own direction; one without text is hidden by Facts. */
export const textFact = (label: string, text: string | null | undefined, wide = false): DescriptionItem => ({
  label,
  value: text?.trim() && text !== '-' ? <ExternalText>{text}</ExternalText> : '',
  wide,
})
